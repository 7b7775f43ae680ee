import { formatDate, formatMonth, formatYear } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'

// Days are `2027-05-08`, months `2027-05`, both of the venue's calendar; weeks begin on Monday.

const FIRST_MONTH = '2000-01'
const LAST_MONTH = '2099-12'
const DAYS_OF_WEEK = 7

/** Whether a text names a month that the contract knows. */
export const isMonth = (text: string): boolean => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text)

/** The venue's day of a point in time. */
export const dayOf = (time: string): string => formatDate(time, 'zh-cn').replaceAll('.', '-')

export const monthOf = (day: string): string => day.slice(0, 7)

/** A moment well within a day of the venue: safe to format, whatever the reader's zone. */
export function noonOf(day: string): string {
  const noon = `${day}T12:00:00Z`
  // Where clocks are 12 to 14 hours ahead, noon in Greenwich is already the next day.
  return dayOf(noon) === day ? noon : `${day}T00:00:00Z`
}

function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** `2027 年五月` or `May 2027`. */
export function formatMonthTitle(month: string, locale: Locale): string {
  const noon = noonOf(`${month}-01`)
  const [name, year] = [formatMonth(noon, locale), formatYear(noon)]
  return locale === 'en' ? `${name} ${year}` : `${year} 年${name}`
}

/** The day some days later or earlier, within the months of the contract. */
export function shiftDay(day: string, count: number): string {
  const shifted = addDays(day, count)
  return isMonth(monthOf(shifted)) ? shifted : day
}

/** The month some months later or earlier, within the months of the contract. */
export function shiftMonth(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + count)
  const shifted = date.toISOString().slice(0, 7)
  if (shifted < FIRST_MONTH) return FIRST_MONTH
  return shifted > LAST_MONTH ? LAST_MONTH : shifted
}

/** The last day of a month. */
export function lastDayOf(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1, 0)
  return date.toISOString().slice(0, 10)
}

/** The same day of another month; the 31st becomes the last day of a shorter one. */
export function sameDayIn(month: string, day: string): string {
  const wanted = `${month}-${day.slice(8)}`
  const last = lastDayOf(month)
  return wanted > last ? last : wanted
}

/** The seven days of the week of a day, Monday first. */
export function weekOf(day: string): string[] {
  const fromMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % DAYS_OF_WEEK
  return Array.from({ length: DAYS_OF_WEEK }, (_, index) => addDays(day, index - fromMonday))
}

/** The weeks that a month touches, with the days of its neighbours that fill them. */
export function weeksOf(month: string): string[][] {
  const weeks: string[][] = []
  const last = lastDayOf(month)
  for (let day = `${month}-01`; ; day = addDays(day, DAYS_OF_WEEK)) {
    const week = weekOf(day)
    if ((week[0] ?? '') > last) return weeks
    weeks.push(week)
  }
}
