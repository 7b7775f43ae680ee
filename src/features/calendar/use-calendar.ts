import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { CalendarMonth } from '#api/calendar.ts'
import { useIsNarrow } from '#features/ui/use-media-query.ts'
import { waitAtLeast } from '#stores/loading.ts'
import type { IslandPart } from '#i18n/island-areas.ts'
import type { Kind } from './address.ts'
import { groupByDay } from './entries.ts'
import { createMonthStore, type MonthState } from './month-store.ts'
import { getMonth, listWeek } from './months.ts'
import { requestMonth } from './request.ts'
import { createViewStore } from './view-store.ts'

const NOT_REQUESTED: MonthState = { entries: null, asOf: null, status: 'loading', error: null }

/** The state of the calendar: the current view, the months it needs and its actions. */
export function useCalendar(
  initialMonths: readonly CalendarMonth[],
  initialToday: string,
  kinds: readonly Kind[],
) {
  const [{ $months, open }] = useState(() =>
    createMonthStore(initialMonths, (month, signal) =>
      waitAtLeast(requestMonth(kinds, month, signal)),
    ),
  )
  const [{ $view, start, ...actions }] = useState(() => createViewStore(initialToday))
  const months = useStore($months)
  const view = useStore($view)
  const isNarrow = useIsNarrow()
  const month = getMonth(view.day)

  // Runs before the first paint, so that the prerendered month does not flash when the URL has another.
  useLayoutEffect(() => start(window), [start])

  // The week strip on phones may span two months.
  const visibleMonths = [
    ...new Set([month, ...(isNarrow ? listWeek(view.day).map(getMonth) : [])]),
  ].join(' ')
  useEffect(() => {
    if (view.isReady) void open(visibleMonths.split(' '))
  }, [open, view.isReady, visibleMonths])

  const entries = useMemo(
    () =>
      groupByDay(
        Object.values(months).flatMap((loaded) => loaded.entries ?? []),
        view.filter,
      ),
    [months, view.filter],
  )

  const state = months[month] ?? NOT_REQUESTED
  return {
    ...view,
    ...actions,
    month,
    state,
    /** Whether the month is loading and has no entries yet. */
    isPending: state.entries === null && state.status === 'loading',
    /** Entries of all loaded months that match the filter. */
    entries,
    retry: () => void open(visibleMonths.split(' ')),
  }
}
type CalendarState = ReturnType<typeof useCalendar>

/** Props that all components of the calendar share. */
export interface PartProps extends IslandPart<'calendar'> {
  calendar: CalendarState
}
