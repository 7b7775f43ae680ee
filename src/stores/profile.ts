import { atom } from 'nanostores'
import { getProfile, type Profile } from '#api/profile.ts'
import { callApi } from './client.ts'
import { $token } from './session.ts'

/** The profile of the logged-in member; null until it is loaded. */
export const $profile = atom<Profile | null>(null)

// Logging out clears the profile; renewing the token does not.
$token.listen((token) => {
  if (token === null) $profile.set(null)
})

export const setProfile = (profile: Profile): void => $profile.set(profile)

/** Loads the profile into the store. @returns the result of the call, so that callers can show failures */
export async function loadProfile(signal?: AbortSignal) {
  const result = await callApi(getProfile, signal ? { signal } : {})
  if (result.status === 'ok') setProfile(result.data)
  return result
}
