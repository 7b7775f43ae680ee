import { map, onMount } from 'nanostores'
import type { Init } from '#api/site.ts'
import { INIT_DATA_KEY } from '#config.ts'
import { getPathLocale } from '#i18n/paths.ts'

/** The site data of a tab from its init data (spec section 3, client state). */
export interface SiteState {
  footContent: Init['site']['foot_content'] | null
  footLinks: Init['links']
  citys: Init['citys']
  defaultCity: Init['default_city'] | null
  site: Init['site'] | null
  /** The available third-party sign-ins; null before the init data are loaded. */
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

/** The part of the init data in the page state of pages with islands (`fetch.init`). */
export type PageInitData = Pick<Init, 'citys' | 'default_city' | 'viewurl'> &
  Pick<Init['site'], 'user_agreement_file' | 'privacy_policy_file'>

/** Sets the initial site data from the page state; newer init data replace them. */
export function setPageInitData(root: Pick<Document, 'getElementById'>): void {
  const state = JSON.parse(root.getElementById('page-state')?.textContent ?? '{}') as {
    fetch?: { init?: PageInitData }
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

interface Environment extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  sessionStorage: Pick<Storage, 'getItem'>
  location: Pick<Location, 'pathname'>
}

/**
 * Reads the stored init data of the tab (`browser/init-data.ts`); null if there is none, or if an earlier page
 * stored it in another language.
 */
export function readInitData(env: Pick<Environment, 'sessionStorage' | 'location'>): Init | null {
  try {
    const stored = JSON.parse(env.sessionStorage.getItem(INIT_DATA_KEY) ?? '{}') as {
      locale?: string
      data?: Init
    } | null
    const isOwn = stored?.locale === getPathLocale(env.location.pathname)
    return isOwn ? (stored?.data ?? null) : null
  } catch {
    return null
  }
}

/** Calls a listener with the stored init data and with each update. @returns a function that stops it */
export function followInitData(
  onInitData: (init: Init) => void,
  env: Environment = window,
): () => void {
  const listen = () => {
    const init = readInitData(env)
    if (init) onInitData(init)
  }
  listen()
  env.addEventListener('initdata', listen)
  return () => env.removeEventListener('initdata', listen)
}

onMount($site, () => {
  if (typeof window === 'undefined') return
  setPageInitData(document)
  return followInitData(setInitData)
})
