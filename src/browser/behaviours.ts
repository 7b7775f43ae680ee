import { loadSiteInfo, type InitEnvironment } from './init-data.ts'
import { chooseLanguage, offerLanguage, readChoice, writeChoice } from './language-choice.ts'
import { preloadImages, retryImages } from './lazy-images.ts'
import { enablePrefetch } from './link-prefetch.ts'
import { moveArtwork } from './page-transition.ts'
import { quietConsole } from './quiet-console.ts'
import { enableReveal } from './reveal.ts'
import { createHeaders, readStoredToken } from './request-headers.ts'
import { createRouteBar } from './route-bar.ts'
import { followRouteChanges } from './route-changes.ts'
import type { PageState } from './settings.ts'
import { showSite } from './show-site.ts'

// Behaviours of every page. Pages with islands also load `island-behaviours.ts`; the two communicate by
// events, because a shared module would be an extra file.

const {
  locale,
  prefix,
  behaviours: settings,
} = (JSON.parse(document.getElementById('page-state')?.textContent ?? '') as PageState).config
if (import.meta.env.PROD) quietConsole(console, settings.loggedModules)

const readHeaders = () =>
  createHeaders(
    locale,
    readStoredToken(settings.tokenKey, {
      cookies: () => document.cookie,
      storage: () => localStorage,
    }),
  )
// Other scripts of the page send an object to fill (`live-facts.ts`).
addEventListener('requestheaders', ({ detail }) => {
  Object.assign(detail, readHeaders())
})

let isLeaving = false
const initEnvironment: InitEnvironment = {
  fetch: (...call) => fetch(...call),
  headers: readHeaders,
  storage: () => sessionStorage,
  key: settings.initDataKey,
  announce: (detail) => dispatchEvent(new CustomEvent('initdata', { detail })),
  // oxlint-disable-next-line no-console -- one of the allowed messages (`quiet-console.ts`)
  log: console.error,
  isLeaving: () => isLeaving,
}

/** Stores the language choice and loads the init data in the language of the page. */
function followLanguage(): void {
  const { localeCookie: name, localeLifetimeMs, locales } = settings
  const storeChoice = (choice: string) => {
    document.cookie = writeChoice(name, choice, localeLifetimeMs, location.protocol === 'https:')
    dispatchEvent(new Event('languagechoice'))
  }
  const { choice } = chooseLanguage({
    path: locale,
    stored: readChoice(document.cookie, name, locales),
    locales,
  })
  storeChoice(choice)
  addEventListener('initdata', ({ detail: init }) => {
    if (!init) return
    const next = chooseLanguage({ path: locale, stored: choice, initLang: init.lang, locales })
    if (next.changed) storeChoice(next.choice)
    offerLanguage(document, next.choice)
    showSite(document, init, (href) => (href.startsWith('/') ? prefix + href : href))
  })
  void loadSiteInfo(locale, initEnvironment)
}

/** Runs the route bar and other reactions to navigations. */
function followRoutes(refresh: () => void): void {
  const element = document.getElementById('route-bar')
  if (!element) return
  const bar = createRouteBar(element, settings.barHideMs)
  addEventListener('dataloading', bar.start)
  addEventListener('dataloaded', () => {
    bar.finish()
    refresh()
  })
  followRouteChanges(
    window,
    (change) => {
      // Pages from the back/forward cache appear at once.
      if (change.kind === 'document' && change.by !== 'traverse') bar.start()
      if (change.kind === 'parameter') {
        void loadSiteInfo(locale, initEnvironment)
        dispatchEvent(new CustomEvent('parameter', { detail: change }))
      }
    },
    bar.finish,
  )
  addEventListener('pagehide', () => {
    isLeaving = true
  })
  addEventListener('pageshow', ({ persisted }) => {
    isLeaving = false
    if (persisted) bar.hide()
  })
}

moveArtwork(window)
retryImages(document, settings.imageAttempts)
const prefetch = enablePrefetch(window, settings.prefetchIdleMs)
const scans = [
  preloadImages(document, settings.imagePreload),
  enableReveal(document, settings.revealThreshold),
  prefetch,
]
followRoutes(() => {
  for (const scan of scans) scan()
})
// On pages with eager islands, their data comes first.
if (!document.querySelector('[client="load"]')) prefetch()
// Deferred, because cookie and storage access is cross-process and would delay the first paint.
requestAnimationFrame(() => setTimeout(followLanguage))
