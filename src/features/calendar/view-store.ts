import { atom } from 'nanostores'
import { readVenueDay } from '#i18n/format.ts'
import { readAddress, writeAddress, type Filter } from './address.ts'
import { monthOf } from './months.ts'

const EVERYTHING: Filter = { kind: 'all', city: null }

export interface View {
  /** Today at the venue: at build time first, then the current date. */
  today: string
  /** The selected day; its month is visible. */
  day: string
  filter: Filter
  /** Whether the island has hydrated: controls are hidden before. */
  ready: boolean
}

/** The part of `window` that the store uses. */
interface Surroundings extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  location: Pick<Location, 'href' | 'search'>
  history: Pick<History, 'pushState' | 'replaceState'>
}

const firstDayOf = (month: string, today: string): string =>
  month === monthOf(today) ? today : `${month}-01`

/**
 * The current view. It is mirrored in the URL, so it can be shared, bookmarked and navigated back
 * from.
 */
export function createViewStore(printedToday: string) {
  const $view = atom<View>({
    today: printedToday,
    day: printedToday,
    filter: EVERYTHING,
    ready: false,
  })
  let surroundings: Surroundings | null = null

  function readView(today: string, day: string): View {
    const { month, ...filter } = readAddress(surroundings?.location.search ?? '')
    const wanted = month ?? monthOf(today)
    const chosen = monthOf(day) === wanted ? day : firstDayOf(wanted, today)
    return { today, day: chosen, filter, ready: true }
  }

  function show(change: Partial<View>): void {
    const last = $view.get()
    const next = { ...last, ...change }
    const month = monthOf(next.day)
    if (surroundings) {
      const { location, history } = surroundings
      const shown = month === monthOf(next.today) ? null : month
      const address = writeAddress(location.href, { month: shown, ...next.filter })
      // A new month adds a history entry; a new day or filter replaces it.
      if (month !== monthOf(last.day)) history.pushState(null, '', address)
      else if (address !== location.href) history.replaceState(null, '', address)
    }
    $view.set(next)
  }

  return {
    $view,
    /**
     * Reads the URL and follows its changes.
     * @returns a function that stops
     */
    start(window: Surroundings, now = new Date()): () => void {
      surroundings = window
      const today = readVenueDay(now.toISOString())
      $view.set(readView(today, today))
      const follow = () => $view.set(readView($view.get().today, $view.get().day))
      window.addEventListener('popstate', follow)
      return () => window.removeEventListener('popstate', follow)
    },
    choose: (day: string) => show({ day }),
    chooseMonth: (month: string) => show({ day: firstDayOf(month, $view.get().today) }),
    narrow: (change: Partial<Filter>) => show({ filter: { ...$view.get().filter, ...change } }),
    showEverything: () => show({ filter: EVERYTHING }),
  }
}
