import { watchChunks, type Tab } from './chunk-reload.ts'
import { showOffline } from './offline-notice.ts'
import { pageOf, whenLoaded } from './page-data.ts'
import type { RouteChange } from './route-changes.ts'
import { scrollToTop } from './scroll-top.ts'
import type { PageState } from './settings.ts'

// What pages with islands do beside `behaviours.ts`: they ask for data and load parts of the program.

const { error_page: errorPage, behaviours: settings } = (
  JSON.parse(document.getElementById('page-state')?.textContent ?? '') as PageState
).config

const tab: Tab = {
  storage: () => sessionStorage,
  isOnline: () => navigator.onLine,
  now: Date.now,
  reload: () => location.reload(),
  fail: (message) => {
    const note = { status: 500, message, from: location.pathname + location.search }
    try {
      sessionStorage.setItem(settings.routeErrorKey, JSON.stringify(note))
    } catch {
      // Without storage the error page says "Error".
    }
    location.replace(errorPage)
  },
}
watchChunks(window, tab, settings.chunkReloadMs)

const page = pageOf(window)
const tell = (type: string) => dispatchEvent(new Event(type))

/** Tells that data are on their way, and when they have come. */
function announceData(): void {
  tell('dataloading')
  whenLoaded(page, () => tell('dataloaded'))
}

// The first data of the page: an island may ask for them only after it came to life.
const begin = () => {
  if (!page.isLoading()) return
  stop()
  announceData()
}
const stop = page.watch(begin)
begin()
addEventListener('load', () => page.whenIdle(stop))
addEventListener('parameter', (event) => {
  announceData()
  if ((event as CustomEvent<RouteChange>).detail.by === 'push') scrollToTop(document)
})

const notice = document.getElementById('offline-notice')
if (notice) showOffline(notice, window)
