import { getProfile } from '#api/profile.ts'
import { callApi } from './client.ts'
import { setProfile } from './profile.ts'

/** Loads the profile into the store. @returns the result of the call, so that callers can show failures */
export async function loadProfile(signal?: AbortSignal) {
  const result = await callApi(getProfile, signal ? { signal } : {})
  if (result.status === 'ok') setProfile(result.data)
  return result
}
