import { type ListFilter, type ItemData, type Matches, matchesValues } from './list-filter.ts'

const DAY_MS = 86_400_000
const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/**
 * The days of a date option, both ends included: `week` up to Sunday, `weekend` the next Saturday and
 * Sunday, or a month as `2026-12`. Days before today are over.
 * @param today ISO day at the venue
 */
export function readDays(option: string, today: string): { from: string; to: string } {
  if (option === '') return { from: today, to: '9999-12-31' }
  const untilSunday = (7 - new Date(today).getUTCDay()) % 7
  const sunday = addDays(today, untilSunday)
  if (option === 'week') return { from: today, to: sunday }
  const from = option === 'weekend' ? addDays(sunday, -1) : `${option}-01`
  return { from: from < today ? today : from, to: option === 'weekend' ? sunday : `${option}-31` }
}

/** Today's ISO day at the venue. */
export function readToday(root: Document): string {
  const { timeZone } = root.documentElement.dataset
  // Swedish dates are written as ISO days.
  return new Date().toLocaleDateString('sv-SE', { timeZone })
}

/** Whether at least one show is on the chosen days, in the chosen city, and has the chosen feature. */
function hasShow(
  shows: string,
  { date = '', city = '', feature = '' }: ListFilter,
  today: string,
): boolean {
  if (date + city + feature === '') return true
  const { from, to } = readDays(date, today)
  return shows.split(' ').some((show) => {
    const [day = '', place, ...features] = show.split('@')
    return (
      day >= from &&
      day <= to &&
      (city === '' || place === city) &&
      (feature === '' || features.includes(feature))
    )
  })
}

/** Matches performances: `data-shows` lists their shows as `2026-12-11@1@talk`, day, city and features. */
export const matchesShows =
  (today: string): Matches =>
  (item: ItemData, { date = '', city = '', feature = '', price = '', ...values }: ListFilter) =>
    hasShow(item['shows'] ?? '', { date, city, feature }, today) &&
    (price === '' || Number(item['price'] || Infinity) <= Number(price)) &&
    matchesValues(item, values)
