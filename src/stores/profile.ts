import { atom } from 'nanostores'
import { getProfile, type Profile } from '#api/account.ts'
import { callApi } from './client.ts'
import { $token } from './session.ts'

/** The profile of the member who is here; null until somebody asks for it. */
export const $profile = atom<Profile | null>(null)

// Another member, or nobody, has another profile; a renewed token has the same.
$token.listen((token) => {
  if (token === null) $profile.set(null)
})

/** Reads the own profile into the store. @returns the answer, for those who show its failures */
export async function loadProfile(signal?: AbortSignal) {
  const answer = await callApi(getProfile, signal ? { signal } : {})
  if (answer.status === 'ok') $profile.set(answer.data)
  return answer
}

export const setProfile = (profile: Profile): void => $profile.set(profile)
