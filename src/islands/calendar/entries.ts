import type { CalendarEntry } from '#api/calendar.ts'
import {
  ACTIVITY_LABELS,
  COURSE_DATE_LABELS,
  PERFORMANCE_LABELS,
  SHOW_LABELS,
} from '#i18n/state-labels.ts'
import { localizePath } from '#i18n/paths.ts'
import type { Locale } from '#i18n/locales.ts'
import { href } from '#routes.ts'
import type { Filter } from './address.ts'
import { dayOf } from './months.ts'

export type EntriesByDay = ReadonlyMap<string, readonly CalendarEntry[]>

const ROUTES = {
  performance: '/drama/detail',
  course: '/course/detail',
  activity: '/course/activity',
} as const

/** Page of what an entry belongs to. */
export const pageOf = ({ kind, item_id }: CalendarEntry, locale: Locale): string =>
  href(ROUTES[kind], locale, { id: item_id })

/** Calendar file with every date of what an entry belongs to. */
export const fileOf = ({ kind, item_id }: CalendarEntry, locale: Locale): string =>
  localizePath(`/calendar/ics/${kind}-${item_id}.ics`, locale)

/** The label of an entry's state. Entries carry no count of places, so few are just few. */
export function labelOf(entry: CalendarEntry) {
  switch (entry.kind) {
    case 'performance':
      return entry.state === 'few_left' ? PERFORMANCE_LABELS.few_left : SHOW_LABELS[entry.state]
    case 'course':
      return COURSE_DATE_LABELS[entry.state]
    case 'activity':
      return ACTIVITY_LABELS[entry.state]
  }
}

/** Whether the state changes what a reader can do that day: a cell has room for no other. */
export const isTelling = ({ state }: CalendarEntry): boolean =>
  ['few_left', 'all_held', 'sold_out', 'cancelled', 'moved', 'full'].includes(state)

/** Whether an entry is over. */
export const isOver = ({ state }: CalendarEntry): boolean =>
  state === 'sale_ended' || state === 'ended'

const isWanted = ({ kind, place }: CalendarEntry, filter: Filter): boolean =>
  (filter.kind === 'all' || filter.kind === kind) &&
  (filter.city === null || filter.city === place.city.id)

/** What the filter lets pass, by house day, each day in order of time. */
export function groupByDay(entries: readonly CalendarEntry[], filter: Filter): EntriesByDay {
  const wanted = entries
    .filter((entry) => isWanted(entry, filter))
    .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
  return Map.groupBy(wanted, ({ starts_at }) => dayOf(starts_at))
}
