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

/** Whether at least one show is both on the chosen days and in the chosen city. */
function hasShow(shows: string, date: string, city: string, today: string): boolean {
  if (date === '' && city === '') return true
  const { from, to } = readDays(date, today)
  return shows.split(' ').some((show) => {
    const [day = '', place = ''] = show.split('@')
    return day >= from && day <= to && (city === '' || place === city)
  })
}

/** Matches performances: `data-shows` lists their shows as `2026-12-11@1`, day and city. */
export const matchesShows =
  (today: string): Matches =>
  (item: ItemData, { date = '', city = '', price = '', ...values }: ListFilter) =>
    hasShow(item['shows'] ?? '', date, city, today) &&
    (price === '' || Number(item['price'] || Infinity) <= Number(price)) &&
    matchesValues(item, values)
