import { getProfile } from '#api/account.ts'
import { callApi } from './client.ts'
import { setProfile } from './profile.ts'

/** Reads the own profile into the store. @returns the answer, for those who show its failures */
export async function loadProfile(signal?: AbortSignal) {
  const answer = await callApi(getProfile, signal ? { signal } : {})
  if (answer.status === 'ok') setProfile(answer.data)
  return answer
}
