import { useStore } from '@nanostores/react'
import type { Ref } from '#api/primitives.ts'
import type { SignIn } from '#api/sign-in.ts'
import { $site } from '#stores/site.ts'
import type { Profile } from '#api/profile.ts'
import { useLoad, type Load } from '#features/ui/use-load.ts'
import { loadProfile } from '#stores/load-profile.ts'
import { $profile } from '#stores/profile.ts'
import type { SiteOffer } from './site-offer.ts'

/** The part of the init data that the account pages use. */
export interface AccountSite extends SiteOffer {
  citys: readonly Ref[]
  /** Description of the membership's benefits by the organisation. */
  offer: string
  /** The seal of the site; null for a site without one. */
  seal: string | null
  /** Third-party accounts that can be bound. */
  signIn: readonly SignIn[]
}

/** The available cities: prerendered, then replaced by newer init data (spec section 3, client state). */
export function useCities(initial: readonly Ref[]): readonly Ref[] {
  const { citys } = useStore($site)
  return citys.length > 0 ? citys : initial
}

/** The member's profile, requested on mount and updated by each save. */
export function useProfile(): { state: Load<Profile>; retry: () => void } {
  const { state, retry } = useLoad(loadProfile)
  const profile = useStore($profile, { ssr: 'initial' })
  const shown: Load<Profile> =
    state.status === 'done' && profile !== null ? { status: 'done', data: profile } : state
  return { state: shown, retry }
}
