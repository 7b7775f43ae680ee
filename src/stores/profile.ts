import { atom } from 'nanostores'
import type { Profile } from '#api/profile.ts'
import { $token } from './session.ts'

/** The profile of the logged-in member; null until it is loaded. */
export const $profile = atom<Profile | null>(null)

// Logging out clears the profile; renewing the token does not.
$token.listen((token) => {
  if (token === null) $profile.set(null)
})

export const setProfile = (profile: Profile): void => $profile.set(profile)
