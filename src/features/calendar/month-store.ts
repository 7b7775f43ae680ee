import { map } from 'nanostores'
import type { CalendarEntry, CalendarMonth } from '#api/calendar.ts'

export interface MonthState {
  /** Null until the month has loaded. */
  entries: readonly CalendarEntry[] | null
  /** Server time of the states of its entries. */
  asOf: string | null
  status: 'ready' | 'loading' | 'failed'
  error: unknown
}

type RequestMonth = (month: string, signal: AbortSignal) => Promise<CalendarMonth>

const NOT_LOADED: MonthState = { entries: null, asOf: null, status: 'ready', error: null }

/**
 * The months of a calendar: prerendered ones first, others on demand. Prerendered months are requested again,
 * because availability changes, and stay readable meanwhile.
 */
export function createMonthStore(initial: readonly CalendarMonth[], request: RequestMonth) {
  const $months = map<Record<string, MonthState>>(
    Object.fromEntries(
      initial.map(({ month, entries, server_time }) => [
        month,
        { ...NOT_LOADED, entries, asOf: server_time },
      ]),
    ),
  )
  const pending = new Map<string, AbortController>()
  const current = new Set<string>()

  function update(month: string, change: Partial<MonthState>): void {
    $months.setKey(month, { ...NOT_LOADED, ...$months.get()[month], ...change })
  }

  async function load(month: string): Promise<void> {
    const controller = new AbortController()
    pending.set(month, controller)
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
    pending.delete(month)
  }

  /** Requests visible months that are not loaded yet, and aborts the requests for all others. */
  async function open(months: readonly string[]): Promise<void> {
    for (const [month, controller] of pending) {
      if (months.includes(month)) continue
      controller.abort()
      pending.delete(month)
      update(month, { status: 'ready' })
    }
    await Promise.all(
      months.filter((month) => !current.has(month) && !pending.has(month)).map(load),
    )
  }

  return { $months, open }
}
