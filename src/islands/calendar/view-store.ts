import { atom } from 'nanostores'
import { readAddress, writeAddress, type Filter } from './address.ts'
import { dayOf, monthOf } from './months.ts'

const EVERYTHING: Filter = { kind: 'all', city: null }

export interface View {
  /** The day of the house: at first when the page was printed, then the reader's. */
  today: string
  /** The day that is chosen; its month is in sight. */
  day: string
  filter: Filter
  /** Whether the island runs: what needs it stays out of reach before. */
  ready: boolean
}

/** The window that the calendar stands in. */
interface Surroundings extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  location: Pick<Location, 'href' | 'search'>
  history: Pick<History, 'pushState' | 'replaceState'>
}

const firstDayOf = (month: string, today: string): string =>
  month === monthOf(today) ? today : `${month}-01`

/** What the reader looks at. The address says it too, so it can be shared, kept and gone back from. */
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
      // Another month is a page to go back from; another day or filter is not.
      if (month !== monthOf(last.day)) history.pushState(null, '', address)
      else if (address !== location.href) history.replaceState(null, '', address)
    }
    $view.set(next)
  }

  return {
    $view,
    /** Reads the address and follows it from now on. @returns how to stop */
    start(window: Surroundings, now = new Date()): () => void {
      surroundings = window
      const today = dayOf(now.toISOString())
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
