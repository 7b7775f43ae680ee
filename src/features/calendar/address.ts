import { isMonth } from './months.ts'

export const KINDS = ['performance', 'course', 'activity'] as const
export type Kind = (typeof KINDS)[number]

/** The filter of the calendar. */
export interface Filter {
  kind: Kind | 'all'
  /** Id of a city, null for all. */
  city: number | null
}

/** The state in the URL; without a month it is the current one. */
export interface CalendarAddress extends Filter {
  month: string | null
}

const readKind = (text: string | null): Kind | 'all' => KINDS.find((kind) => kind === text) ?? 'all'

/** Reads `?month=2027-05&kind=course&city=1`; invalid values are ignored. */
export function readAddress(search: string): CalendarAddress {
  const query = new URLSearchParams(search)
  const [month, city] = [query.get('month') ?? '', query.get('city') ?? '']
  return {
    month: isMonth(month) ? month : null,
    kind: readKind(query.get('kind')),
    city: /^[1-9]\d{0,8}$/.test(city) ? Number(city) : null,
  }
}

/** The URL with this state; other query parameters are preserved. */
export function writeAddress(href: string, { month, kind, city }: CalendarAddress): string {
  const url = new URL(href)
  const values = { month, kind: kind === 'all' ? null : kind, city }
  for (const [name, value] of Object.entries(values)) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, String(value))
  }
  return url.href
}
