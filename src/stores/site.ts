import { map, onMount } from 'nanostores'
import type { Init } from '#api/site.ts'
import { INIT_DATA_KEY } from '#config.ts'

/** What the pages of a tab know of the site from its init data (spec section 3, client state). */
export interface SiteState {
  footContent: Init['site']['foot_content'] | null
  footLinks: Init['links']
  citys: Init['citys']
  defaultCity: Init['default_city'] | null
  site: Init['site'] | null
  viewUrl: string
  userAgreement: string
  privacyPolicy: string
}

export const $site = map<SiteState>({
  footContent: null,
  footLinks: [],
  citys: [],
  defaultCity: null,
  site: null,
  viewUrl: '',
  userAgreement: '',
  privacyPolicy: '',
})

/** Takes over init data, the newest in the last call. */
export function setInitData({ site, links, citys, default_city, viewurl }: Init): void {
  $site.set({
    footContent: site.foot_content,
    footLinks: links,
    citys,
    defaultCity: default_city,
    site,
    viewUrl: viewurl,
    userAgreement: site.user_agreement_file,
    privacyPolicy: site.privacy_policy_file,
  })
}

interface World extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  sessionStorage: Pick<Storage, 'getItem'>
}

/** The init data that the tab keeps (`browser/init-data.ts`); null before they came. */
export function readInitData(world: Pick<World, 'sessionStorage'>): Init | null {
  try {
    const kept: unknown = JSON.parse(world.sessionStorage.getItem(INIT_DATA_KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (Reflect.get(kept, 'data') ?? null) : null
  } catch {
    return null
  }
}

/** Hands on the init data that the tab keeps, and each that come; returns how to stop. */
export function followInitData(take: (init: Init) => void, world: World = window): () => void {
  const known = readInitData(world)
  if (known) take(known)
  const listen = () => {
    const next = readInitData(world)
    if (next) take(next)
  }
  world.addEventListener('initdata', listen)
  return () => world.removeEventListener('initdata', listen)
}

onMount($site, () => (typeof window === 'undefined' ? undefined : followInitData(setInitData)))
