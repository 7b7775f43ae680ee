import type { CalendarEntry } from '#api/calendar.ts'
import {
  ACTIVITY_LABELS,
  COURSE_DATE_LABELS,
  PERFORMANCE_LABELS,
  SHOW_LABELS,
} from '#i18n/state-labels.ts'
import { localizePath } from '#i18n/paths.ts'
import type { Locale } from '#i18n/locales.ts'
import { DATED_ITEM_ROUTES, href } from '#routes.ts'
import { readVenueDay } from '#i18n/format.ts'
import type { Filter } from './address.ts'

export type EntriesByDay = ReadonlyMap<string, readonly CalendarEntry[]>

/** The page of the entry's performance, course or activity. */
export const getPage = ({ kind, item_id }: CalendarEntry, locale: Locale): string =>
  href(DATED_ITEM_ROUTES[kind], locale, { id: item_id })

/** The calendar file with every date of the entry's performance, course or activity. */
export const getFile = ({ kind, item_id }: CalendarEntry, locale: Locale): string =>
  localizePath(`/calendar/ics/${kind}-${item_id}.ics`, locale)

/**
 * The label of an entry's state. Entries contain no count of places, so "few left" has no number.
 */
export function getLabel(entry: CalendarEntry) {
  switch (entry.kind) {
    case 'performance':
      return entry.state === 'few_left' ? PERFORMANCE_LABELS.few_left : SHOW_LABELS[entry.state]
    case 'course':
      return COURSE_DATE_LABELS[entry.state]
    case 'activity':
      return ACTIVITY_LABELS[entry.state]
  }
}

/** Whether the state affects what a visitor can do that day: a cell shows only such states. */
export const isNotable = ({ state }: CalendarEntry): boolean =>
  ['few_left', 'all_held', 'sold_out', 'cancelled', 'moved', 'full'].includes(state)

/**
 * Whether an entry has ended. Not by its state: that of a show concerns its sales, that of an activity all its dates.
 * @param asOf server time of the entries; null before they have loaded
 */
export const isOver = ({ ends_at }: Pick<CalendarEntry, 'ends_at'>, asOf: string | null): boolean =>
  asOf !== null && Date.parse(ends_at) <= Date.parse(asOf)

const matchesFilter = ({ kind, place }: CalendarEntry, filter: Filter): boolean =>
  (filter.kind === 'all' || filter.kind === kind) &&
  (filter.city === null || filter.city === place.city.id)

/** The entries that match the filter, grouped by day at the venue, sorted by time. */
export function groupByDay(entries: readonly CalendarEntry[], filter: Filter): EntriesByDay {
  const matches = entries
    .filter((entry) => matchesFilter(entry, filter))
    .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
  return Map.groupBy(matches, ({ starts_at }) => readVenueDay(starts_at))
}
