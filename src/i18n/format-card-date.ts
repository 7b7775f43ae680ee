import {
  formatDate,
  formatDay,
  formatMoment,
  formatRun,
  formatShortMoment,
  formatYear,
} from './format.ts'
import { LOCALE_TRAITS, type Locale } from './locales.ts'

// Dates of cards and lists. They have no year while day and month can only mean one date: a page is also read
// after it was rendered, so this depends on the distance and not on the year.

const DAY_MS = 24 * 60 * 60_000

/** Whether a time is within the year that begins two months ago. */
function isNear(time: string): boolean {
  const days = (Date.parse(time) - Date.now()) / DAY_MS
  return days > -60 && days < 300
}

/** `05.08` or `8 May`; `2029.05.08` or `8 May 2029` if it is not near. */
export const formatCardDay = (time: string, locale: Locale): string =>
  (isNear(time) ? formatDay : formatDate)(time, locale)

/** `05.08 周六 19:30` or `Sat 8 May, 19:30`, with the year if it is not near. */
export const formatCardMoment = (time: string, locale: Locale): string =>
  (isNear(time) ? formatShortMoment : formatMoment)(time, locale)

/** From the first day to the last, with the year: `2027.05.08 — 05.24`, `8 May — 24 May 2027`. */
export function formatWholeRun(run: { from: string; to: string }, locale: Locale): string {
  if (formatYear(run.from) !== formatYear(run.to)) {
    return `${formatDate(run.from, locale)} — ${formatDate(run.to, locale)}`
  }
  const days = formatRun(run, locale)
  return LOCALE_TRAITS[locale].dates === 'written'
    ? `${days} ${formatYear(run.to)}`
    : `${formatYear(run.from)}.${days}`
}

/** `05.08 — 05.24` or `8 May — 24 May`, with the year if an end is not near. */
export const formatCardRun = (run: { from: string; to: string }, locale: Locale): string =>
  (isNear(run.from) && isNear(run.to) ? formatRun : formatWholeRun)(run, locale)
