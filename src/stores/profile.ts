import { atom } from 'nanostores'
import type { Profile } from '#api/account.ts'
import { $token } from './session.ts'

/** The profile of the member who is here; null until somebody asks for it. */
export const $profile = atom<Profile | null>(null)

// Another member, or nobody, has another profile; a renewed token has the same.
$token.listen((token) => {
  if (token === null) $profile.set(null)
})

export const setProfile = (profile: Profile): void => $profile.set(profile)
