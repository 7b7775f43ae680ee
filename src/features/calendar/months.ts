import { readVenueDay } from '#i18n/format.ts'
import { formatMonthOfYear } from '#i18n/format-month-of-year.ts'
import type { Locale } from '#i18n/locales.ts'

// Days are `2027-05-08`, months `2027-05`, both of the venue's calendar; weeks begin on Monday.

const FIRST_MONTH = '2000-01'
const LAST_MONTH = '2099-12'
const DAYS_OF_WEEK = 7

/** Whether a text is a month within the range of the contract. */
export const isMonth = (text: string): boolean => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text)

export const getMonth = (day: string): string => day.slice(0, 7)

/** A time at the middle of a day, which is on the same day at the venue in any time zone. */
export function getNoon(day: string): string {
  const noon = `${day}T12:00:00Z`
  // At UTC+12 to UTC+14, noon UTC is already the next day.
  return readVenueDay(noon) === day ? noon : `${day}T00:00:00Z`
}

function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** `2027 年五月` or `May 2027`. */
export const formatMonthTitle = (month: string, locale: Locale): string =>
  formatMonthOfYear(getNoon(`${month}-01`), locale)

/** The day shifted by a number of days, within the range of the contract. */
export function shiftDay(day: string, count: number): string {
  const shifted = addDays(day, count)
  return isMonth(getMonth(shifted)) ? shifted : day
}

/** The month shifted by a number of months, within the range of the contract. */
export function shiftMonth(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + count)
  const shifted = date.toISOString().slice(0, 7)
  if (shifted < FIRST_MONTH) return FIRST_MONTH
  return shifted > LAST_MONTH ? LAST_MONTH : shifted
}

/** The last day of a month. */
export function getLastDay(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1, 0)
  return date.toISOString().slice(0, 10)
}

/** The same day of another month; the 31st becomes the last day of a shorter one. */
export function getSameDay(month: string, day: string): string {
  const sameDay = `${month}-${day.slice(8)}`
  const last = getLastDay(month)
  return sameDay > last ? last : sameDay
}

/** The seven days of the week of a day, Monday first. */
export function listWeek(day: string): string[] {
  const fromMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % DAYS_OF_WEEK
  return Array.from({ length: DAYS_OF_WEEK }, (_, index) => addDays(day, index - fromMonday))
}

/** The weeks of a month, filled up with days of the adjacent months. */
export function listWeeks(month: string): string[][] {
  const weeks: string[][] = []
  const last = getLastDay(month)
  for (let day = `${month}-01`; ; day = addDays(day, DAYS_OF_WEEK)) {
    const week = listWeek(day)
    if ((week[0] ?? '') > last) return weeks
    weeks.push(week)
  }
}
