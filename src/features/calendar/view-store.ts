import { atom } from 'nanostores'
import { readVenueDay } from '#i18n/format.ts'
import { readAddress, writeAddress, type Filter } from './address.ts'
import { getMonth } from './months.ts'

const EVERYTHING: Filter = { kind: 'all', city: null }

export interface View {
  /** Today at the venue: the build date before hydration, then the current date. */
  today: string
  /** The selected day; its month is visible. */
  day: string
  filter: Filter
  /** Whether the island has hydrated: controls are hidden before. */
  isReady: boolean
}

/** The part of `window` that the store uses. */
interface ViewWindow extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  location: Pick<Location, 'href' | 'search'>
  history: Pick<History, 'pushState' | 'replaceState'>
}

const chooseFirstDay = (month: string, today: string): string =>
  month === getMonth(today) ? today : `${month}-01`

/**
 * Stores the current view and mirrors it in the URL, so that it can be shared and bookmarked and the back
 * button works.
 */
export function createViewStore(initialToday: string) {
  const $view = atom<View>({
    today: initialToday,
    day: initialToday,
    filter: EVERYTHING,
    isReady: false,
  })
  let browserWindow: ViewWindow | null = null

  function readView(today: string, day: string): View {
    const { month: addressMonth, ...filter } = readAddress(browserWindow?.location.search ?? '')
    const month = addressMonth ?? getMonth(today)
    const chosen = getMonth(day) === month ? day : chooseFirstDay(month, today)
    return { today, day: chosen, filter, isReady: true }
  }

  function show(change: Partial<View>): void {
    const last = $view.get()
    const next = { ...last, ...change }
    const month = getMonth(next.day)
    if (browserWindow) {
      const { location, history } = browserWindow
      const shown = month === getMonth(next.today) ? null : month
      const address = writeAddress(location.href, { month: shown, ...next.filter })
      // A new month adds a history entry; a new day or filter replaces it.
      if (month !== getMonth(last.day)) history.pushState(null, '', address)
      else if (address !== location.href) history.replaceState(null, '', address)
    }
    $view.set(next)
  }

  return {
    $view,
    /**
     * Reads the URL and follows its changes. A tab that is opened again after midnight moves on to the new day.
     * @returns a function that stops
     */
    start(window: ViewWindow, readNow = () => new Date()): () => void {
      browserWindow = window
      const follow = () => {
        const last = $view.get()
        const today = readVenueDay(readNow().toISOString())
        $view.set(readView(today, last.day === last.today ? today : last.day))
      }
      follow()
      const events = ['popstate', 'visibilitychange']
      for (const event of events) window.addEventListener(event, follow)
      return () => {
        for (const event of events) window.removeEventListener(event, follow)
      }
    },
    choose: (day: string) => show({ day }),
    chooseMonth: (month: string) => show({ day: chooseFirstDay(month, $view.get().today) }),
    setFilter: (change: Partial<Filter>) => show({ filter: { ...$view.get().filter, ...change } }),
    clearFilter: () => show({ filter: EVERYTHING }),
  }
}
