import { getProfile } from '#api/account.ts'
import { callApi } from './client.ts'
import { setProfile } from './profile.ts'

/** Loads the profile into the store. @returns the result of the call, for showing failures */
export async function loadProfile(signal?: AbortSignal) {
  const answer = await callApi(getProfile, signal ? { signal } : {})
  if (answer.status === 'ok') setProfile(answer.data)
  return answer
}
