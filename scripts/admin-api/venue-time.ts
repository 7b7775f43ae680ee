import { Temporal } from 'temporal-polyfill'
import { setVenueTimeZone as setFormatZone, getVenueTimeZone } from '#i18n/format.ts'

// All dates in responses are in the venue's time zone. The zone is `time_zone` of `site.yaml`: one per
// process, set when content is read.

/** Sets the venue's time zone. @throws RangeError for an unknown zone */
export function setVenueTimeZone(name: string): void {
  setFormatZone(Temporal.Now.zonedDateTimeISO(name).timeZoneId)
}

/** Runs a synchronous function in another zone, such as that of content that is not imported yet. */
export function inTimeZone<T>(name: string, run: () => T): T {
  const previous = getVenueTimeZone()
  setVenueTimeZone(name)
  try {
    return run()
  } finally {
    setVenueTimeZone(previous)
  }
}

/** A time as shown by the venue's clock. @param time epoch ms */
export const toVenueClock = (time: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(getVenueTimeZone())

/** `2027-05-08T19:30:00+08:00` @param time epoch ms */
export function formatTime(time: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(time)
  return instant.toString({ smallestUnit: 'second', timeZone: getVenueTimeZone() })
}

/** The venue's month of a time, such as `2027-05`. */
export const getMonth = (time: number): string =>
  toVenueClock(time).toPlainDate().toPlainYearMonth().toString()

/** The venue's date of a time. */
export const getDay = (time: number): Temporal.PlainDate => toVenueClock(time).toPlainDate()

/** Adds months by the venue's calendar; clamps to the last day of a shorter month. @param time epoch ms */
export const addMonths = (time: number, months: number): number =>
  toVenueClock(time).add({ months }).epochMilliseconds

/** Start of the venue's day of a time, epoch ms; not always 00:00 (summer time). */
export const startOfDay = (time: number): number =>
  toVenueClock(time).startOfDay().epochMilliseconds

/** Start of a day such as `2027-05-08`, epoch ms. @throws RangeError for an invalid date */
export const readDay = (day: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(getVenueTimeZone()).epochMilliseconds

/** Start and exclusive end of a month such as `2027-05`, epoch ms. */
export function readMonth(month: string): { from: number; to: number } {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  const getStart = (day: Temporal.PlainDate) =>
    day.toZonedDateTime(getVenueTimeZone()).epochMilliseconds
  return { from: getStart(first), to: getStart(first.add({ months: 1 })) }
}

/**
 * Epoch ms of a clock time on a day at the venue. A time skipped by the change to summer time is
 * shifted forward (02:30 becomes 03:30); of a repeated time, the first is used.
 * @param clock such as `19:30`
 */
export const readClock = (day: Temporal.PlainDate, clock: string): number =>
  day.toZonedDateTime({ timeZone: getVenueTimeZone(), plainTime: clock }).epochMilliseconds
