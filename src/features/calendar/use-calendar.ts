import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { CalendarMonth } from '#api/calendar.ts'
import { useIsNarrow } from '#features/ui/use-media-query.ts'
import { callApi } from '#stores/client.ts'
import { waitAtLeast } from '#stores/minimum-delay.ts'
import { groupByDay } from './entries.ts'
import { createMonthStore, type MonthState } from './month-store.ts'
import { monthOf, weekOf } from './months.ts'
import { requestMonth } from './request-month.ts'
import { createViewStore } from './view-store.ts'

const NOT_REQUESTED: MonthState = { entries: null, asOf: null, status: 'loading', error: null }

/** The current view with the months it needs. */
export function useCalendar(printed: readonly CalendarMonth[], printedToday: string) {
  const [{ $months, open }] = useState(() =>
    createMonthStore(printed, (month, signal) => waitAtLeast(requestMonth(callApi, month, signal))),
  )
  const [{ $view, start, ...actions }] = useState(() => createViewStore(printedToday))
  const months = useStore($months)
  const view = useStore($view)
  const isNarrow = useIsNarrow()
  const month = monthOf(view.day)

  // Before the first paint, so that the prerendered month does not flash when the URL has another.
  useLayoutEffect(() => start(window), [start])

  // The week strip on phones may span two months.
  const inSight = [...new Set([month, ...(isNarrow ? weekOf(view.day).map(monthOf) : [])])].join(
    ' ',
  )
  useEffect(() => {
    if (view.ready) void open(inSight.split(' '))
  }, [open, view.ready, inSight])

  const entries = useMemo(
    () =>
      groupByDay(
        Object.values(months).flatMap((known) => known.entries ?? []),
        view.filter,
      ),
    [months, view.filter],
  )

  return {
    ...view,
    ...actions,
    month,
    state: months[month] ?? NOT_REQUESTED,
    /** Entries of all loaded months that match the filter. */
    entries,
    retry: () => void open(inSight.split(' ')),
  }
}
export type CalendarState = ReturnType<typeof useCalendar>
