import type { ContentFolder } from './read-folder.ts'
import type { ItemKind } from './format.ts'
import { resolveTime } from './times.ts'
import type { Window } from './visibility.ts'
import { MINUTE } from '../../lib/durations.ts'

type Items = ContentFolder['items']
type ReadTime = (expression: string) => number

const listWindow = ({ published_at, expires_at }: Window, read: ReadTime): number[] =>
  [published_at, expires_at].flatMap((time) => (time === undefined ? [] : read(time)))

const listDates = (dates: readonly { starts: string; minutes: number }[], read: ReadTime) =>
  dates.flatMap(({ starts, minutes }) => [read(starts), read(starts) + minutes * MINUTE])

/** Times at which the state of an item changes (`states/`), in addition to its publication period. */
const LISTERS: { [K in ItemKind]?: (item: Items[K][number], read: ReadTime) => number[] } = {
  performances: ({ member_sale_starts, sale_starts, shows, duration_min: minutes }, read) => [
    read(member_sale_starts),
    read(sale_starts),
    ...listDates(
      shows.map(({ starts }) => ({ starts, minutes })),
      read,
    ),
  ],
  courses: ({ booking_opens, application, dates }, read) => [
    read(booking_opens),
    ...(application ? [read(application.opens), read(application.closes)] : []),
    ...listDates(dates, read),
  ],
  activities: ({ application, dates }, read) => [
    read(application.opens),
    read(application.closes),
    ...listDates(dates, read),
  ],
}

const sortUnique = (moments: readonly number[]) => [...new Set(moments)].toSorted((a, b) => a - b)

/** Sorted times (epoch ms) at which responses about an item change without an edit. */
export function listMoments<K extends ItemKind>(
  kind: K,
  item: Items[K][number],
  firstStart: number,
): number[] {
  const read = (expression: string) => resolveTime(expression, firstStart)
  const list = LISTERS[kind]
  return sortUnique([...listWindow(item, read), ...(list?.(item, read) ?? [])])
}

/** Like `listMoments`, for banners, which are parts of one file. */
export function listBannerMoments(banners: readonly Window[], firstStart: number): number[] {
  const read = (expression: string) => resolveTime(expression, firstStart)
  return sortUnique(banners.flatMap((banner) => listWindow(banner, read)))
}
