import { useStore } from '@nanostores/react'
import type { Profile } from '#api/profile.ts'
import { useLoad, type Load } from '#features/ui/use-load.ts'
import { loadProfile } from '#stores/load-profile.ts'
import { $profile } from '#stores/profile.ts'

/** The member's profile, requested on mount and updated by each save. */
export function useProfile(): { state: Load<Profile>; retry: () => void } {
  const { state, retry } = useLoad(loadProfile)
  const profile = useStore($profile, { ssr: 'initial' })
  const shown: Load<Profile> =
    state.status === 'done' && profile !== null ? { status: 'done', data: profile } : state
  return { state: shown, retry }
}
