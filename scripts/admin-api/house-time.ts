// All dates of the house are in Asia/Shanghai, which has been UTC+8 without summer time since 1991:
// a fixed offset is exact and needs no time zone data.
export const HOUSE_ZONE = 'Asia/Shanghai'
const OFFSET = 8 * 3_600_000
export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE

const houseClock = (time: number) => new Date(time + OFFSET).toISOString()

/** `2027-05-08T19:30:00+08:00` */
export function formatTime(time: number): string {
  return `${houseClock(time).slice(0, 19)}+08:00`
}

/** `2027-05`, the month of the house in which a moment lies. */
export function monthOf(time: number): string {
  return houseClock(time).slice(0, 7)
}

/** Midnight of the house's day in which a moment lies. */
export function startOfDay(time: number): number {
  return Math.floor((time + OFFSET) / DAY) * DAY - OFFSET
}

/** Midnight at which a day such as `2027-05-08` begins; the 31st of a short month rolls over. */
export function readDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Date.UTC(year, month - 1, date) - OFFSET
}

/** First and last moment (excluded) of a month such as `2027-05`. */
export function readMonth(month: string): { from: number; to: number } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: Date.UTC(year, number - 1, 1) - OFFSET, to: Date.UTC(year, number, 1) - OFFSET }
}
