import { map, onMount } from 'nanostores'
import type { Init } from '#api/site.ts'
import { INIT_DATA_KEY } from '#config.ts'

/** The site data of a tab from its init data (spec section 3, client state). */
export interface SiteState {
  footContent: Init['site']['foot_content'] | null
  footLinks: Init['links']
  citys: Init['citys']
  defaultCity: Init['default_city'] | null
  site: Init['site'] | null
  /** The available third-party sign-ins; null before the init data are here. */
  signIn: Init['sign_in'] | null
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
  signIn: null,
  viewUrl: '',
  userAgreement: '',
  privacyPolicy: '',
})

/** Sets the site data from init data. */
export function setInitData({ site, links, citys, default_city, sign_in, viewurl }: Init): void {
  $site.set({
    footContent: site.foot_content,
    footLinks: links,
    citys,
    defaultCity: default_city,
    site,
    signIn: sign_in,
    viewUrl: viewurl,
    userAgreement: site.user_agreement_file,
    privacyPolicy: site.privacy_policy_file,
  })
}

/** The part of the init data that pages with islands are printed with (`fetch.init` of the page state). */
export type PrintedInitData = Pick<Init, 'citys' | 'default_city' | 'viewurl'> &
  Pick<Init['site'], 'user_agreement_file' | 'privacy_policy_file'>

/** Starts the site data from the page state; newer init data replace them. */
export function setPrintedInitData(root: Pick<Document, 'getElementById'>): void {
  const state = JSON.parse(root.getElementById('page-state')?.textContent ?? '{}') as {
    fetch?: { init?: PrintedInitData }
  }
  const init = state.fetch?.init
  if (!init) return
  $site.set({
    ...$site.get(),
    citys: init.citys,
    defaultCity: init.default_city,
    viewUrl: init.viewurl,
    userAgreement: init.user_agreement_file,
    privacyPolicy: init.privacy_policy_file,
  })
}

interface World extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  sessionStorage: Pick<Storage, 'getItem'>
}

/** Reads the stored init data of the tab (`browser/init-data.ts`); null if there is none. */
export function readInitData(world: Pick<World, 'sessionStorage'>): Init | null {
  try {
    const kept: unknown = JSON.parse(world.sessionStorage.getItem(INIT_DATA_KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (Reflect.get(kept, 'data') ?? null) : null
  } catch {
    return null
  }
}

/** Calls a listener with the stored init data and each update; returns a function that stops it. */
export function followInitData(
  onInitData: (init: Init) => void,
  world: World = window,
): () => void {
  const known = readInitData(world)
  if (known) onInitData(known)
  const listen = () => {
    const next = readInitData(world)
    if (next) onInitData(next)
  }
  world.addEventListener('initdata', listen)
  return () => world.removeEventListener('initdata', listen)
}

onMount($site, () => {
  if (typeof window === 'undefined') return
  setPrintedInitData(document)
  return followInitData(setInitData)
})
