import { watchChunks, type Tab } from './chunk-reload.ts'
import { showOffline } from './offline-notice.ts'
import { readPage, whenLoaded } from './page-data.ts'
import type { PageState } from './settings.ts'

// Behaviours of pages with islands, in addition to `behaviours.ts`: data loading and lazy chunks.

const { behaviours: settings } = (
  JSON.parse(document.getElementById('page-state')?.textContent ?? '') as PageState
).config

const chunkNotice = document.getElementById('chunk-notice')
chunkNotice?.querySelector('button')?.addEventListener('click', () => location.reload())

const tab: Tab = {
  storage: () => sessionStorage,
  isOnline: () => navigator.onLine,
  reload: () => location.reload(),
  fail: () => {
    if (chunkNotice) chunkNotice.hidden = false
  },
}
watchChunks(window, tab, settings.chunkReloadMs)

const page = readPage(window)
const dispatch = (type: string) => dispatchEvent(new Event(type))

/** Dispatches events when data starts loading and when it has loaded. */
function announceData(): void {
  dispatch('dataloading')
  whenLoaded(page, () => dispatch('dataloaded'))
}

// The page may request its first data only after an island has hydrated.
const begin = () => {
  if (!page.isLoading()) return
  stop()
  announceData()
}
const stop = page.watch(begin)
begin()
addEventListener('load', () => page.whenIdle(stop))
addEventListener('parameter', ({ detail }) => {
  announceData()
  if (detail.by === 'push') scrollToTop(document)
})

const notice = document.getElementById('offline-notice')
if (notice) showOffline(notice, window)

/** The element that changed in place: the focused island, or else the page. */
function changedPart(root: Document): Element {
  const island = root.activeElement?.closest('astro-island')
  // `astro-island` has no layout box.
  return island?.firstElementChild ?? root.documentElement
}

/**
 * Scrolls to the top of the element that changed in place, if its top is out of view: changing the page of
 * a list keeps the list in view.
 */
function scrollToTop(root: Document): void {
  const part = changedPart(root)
  if (part.getBoundingClientRect().top < 0) part.scrollIntoView({ block: 'start' })
}
