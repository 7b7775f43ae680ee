import { map } from 'nanostores'
import type { CalendarEntry, CalendarMonth } from '#api/calendar.ts'

export interface MonthState {
  /** Null while nothing is known of the month. */
  entries: readonly CalendarEntry[] | null
  /** When the states of its entries were true. */
  asOf: string | null
  status: 'ready' | 'loading' | 'failed'
  error: unknown
}

type RequestMonth = (month: string, signal: AbortSignal) => Promise<CalendarMonth>

const UNKNOWN: MonthState = { entries: null, asOf: null, status: 'ready', error: null }

/**
 * The months of one calendar: those printed into the page at once, others when they are opened. A
 * printed month is asked for again, as its places may have gone since; it stays readable meanwhile.
 */
export function createMonthStore(printed: readonly CalendarMonth[], request: RequestMonth) {
  const $months = map<Record<string, MonthState>>(
    Object.fromEntries(
      printed.map(({ month, entries, server_time }) => [
        month,
        { ...UNKNOWN, entries, asOf: server_time },
      ]),
    ),
  )
  const underway = new Map<string, AbortController>()
  const current = new Set<string>()

  function update(month: string, change: Partial<MonthState>): void {
    $months.setKey(month, { ...UNKNOWN, ...$months.get()[month], ...change })
  }

  async function load(month: string): Promise<void> {
    const controller = new AbortController()
    underway.set(month, controller)
    update(month, { status: 'loading' })
    try {
      const { entries, server_time } = await request(month, controller.signal)
      if (controller.signal.aborted) return
      current.add(month)
      update(month, { entries, asOf: server_time, status: 'ready', error: null })
    } catch (error) {
      if (controller.signal.aborted) return
      update(month, { status: 'failed', error })
    }
    underway.delete(month)
  }

  /** Asks for the months in sight that are not known yet, and stops asking for all others. */
  async function open(months: readonly string[]): Promise<void> {
    for (const [month, controller] of underway) {
      if (months.includes(month)) continue
      controller.abort()
      underway.delete(month)
      update(month, { status: 'ready' })
    }
    await Promise.all(
      months.filter((month) => !current.has(month) && !underway.has(month)).map(load),
    )
  }

  return { $months, open }
}
export type MonthStore = ReturnType<typeof createMonthStore>
