import { hasInitData, loadSiteInfo, type InitWorld } from './init-data.ts'
import { chooseLanguage, readChoice, writeChoice } from './language-choice.ts'
import { preloadImages, retryImages } from './lazy-images.ts'
import { enablePrefetch } from './link-prefetch.ts'
import { moveArtwork } from './page-transition.ts'
import { quietConsole } from './quiet-console.ts'
import { enableReveal } from './reveal.ts'
import { createRouteBar } from './route-bar.ts'
import { followRouteChanges } from './route-changes.ts'
import type { PageState } from './settings.ts'

// What every page does. Pages with islands do more (`island-behaviours.ts`): the two speak by events,
// as a module that both import would be a file of its own.

const { locale, behaviours: settings } = (
  JSON.parse(document.getElementById('page-state')?.textContent ?? '') as PageState
).config
if (import.meta.env.PROD) quietConsole(console, settings.spokenModules)

let isLeaving = false
const initWorld: InitWorld = {
  fetch: (...call) => fetch(...call),
  storage: () => sessionStorage,
  key: settings.initDataKey,
  announce: (detail) => dispatchEvent(new CustomEvent('initdata', { detail })),
  // oxlint-disable-next-line no-console -- one of the messages that the console lets pass
  log: console.error,
  isLeaving: () => isLeaving,
}

/** Keeps the choice of language, and reads the init data when it changed or the tab has none. */
function followLanguage(): void {
  const { localeCookie: name, localeLifetimeMs } = settings
  const keepChoice = (choice: string) => {
    document.cookie = writeChoice(name, choice, localeLifetimeMs, location.protocol === 'https:')
    dispatchEvent(new Event('languagechoice'))
  }
  const { choice, changed } = chooseLanguage(locale, readChoice(document.cookie, name))
  keepChoice(choice)
  addEventListener('initdata', (event) => {
    const said = (event as CustomEvent<{ lang?: unknown } | null>).detail?.lang
    const next = chooseLanguage(locale, choice, said)
    if (next.changed) keepChoice(next.choice)
  })
  if (changed || !hasInitData(locale, initWorld)) void loadSiteInfo(locale, initWorld)
}

/** The bar, and what else happens when the address changes. */
function followRoutes(refresh: () => void): void {
  const element = document.getElementById('route-bar')
  if (!element) return
  const bar = createRouteBar(element, settings.barHideMs, window)
  addEventListener('dataloading', bar.start)
  addEventListener('dataloaded', () => {
    bar.finish()
    refresh()
  })
  followRouteChanges(
    window,
    (change) => {
      void loadSiteInfo(locale, initWorld)
      // A page that comes back from the browser's history is there at once.
      if (change.kind === 'document' && change.by !== 'traverse') bar.start()
      if (change.kind === 'parameter')
        dispatchEvent(new CustomEvent('parameter', { detail: change }))
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
retryImages(document, settings.imageAttempts, window)
const prefetch = enablePrefetch(window, settings.prefetchIdleMs)
const scans = [
  preloadImages(window, settings.imagePreload),
  enableReveal(window, settings.revealThreshold),
  prefetch,
]
followRoutes(() => {
  for (const scan of scans) scan()
})
// The data of islands come first.
if (!document.querySelector('[client="load"]')) prefetch()
// Cookie and storage are asked for across processes, which would hold up the first paint.
requestAnimationFrame(() => setTimeout(followLanguage))
