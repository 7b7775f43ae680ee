import { Temporal } from 'temporal-polyfill'
import { setVenueTimeZone as setFormatZone, venueTimeZone } from '#i18n/format.ts'

// All dates that the API prints are dates of the venue. The zone is a setting of the installation
// (`time_zone` of `site.yaml`), not of a call: the process holds it, and sets it when content is read.

export const MINUTE = 60_000

/** Sets the zone of the venue. @throws RangeError when there is no such zone */
export function setVenueTimeZone(name: string): void {
  setFormatZone(Temporal.Now.zonedDateTimeISO(name).timeZoneId)
}

/** Runs in another zone, such as that of content which is not stored yet. Not for asynchronous work. */
export function inTimeZone<T>(name: string, run: () => T): T {
  const before = venueTimeZone()
  setVenueTimeZone(name)
  try {
    return run()
  } finally {
    setVenueTimeZone(before)
  }
}

const toVenueClock = (time: number) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(venueTimeZone())

/** `2027-05-08T19:30:00+08:00` @param time epoch ms */
export function formatTime(time: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(time)
  return instant.toString({ smallestUnit: 'second', timeZone: venueTimeZone() })
}

/** `2027-05`, the month of the venue in which a moment lies. */
export const monthOf = (time: number): string =>
  toVenueClock(time).toPlainDate().toPlainYearMonth().toString()

/** The venue's day in which a moment lies. */
export const dayOf = (time: number): Temporal.PlainDate => toVenueClock(time).toPlainDate()

/** The first moment of the venue's day in which a moment lies; not always 00:00. */
export const startOfDay = (time: number): number =>
  toVenueClock(time).startOfDay().epochMilliseconds

/** The first moment of a day such as `2027-05-08`. @throws RangeError when there is no such day */
export const readDay = (day: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(venueTimeZone()).epochMilliseconds

/** First and last moment (excluded) of a month such as `2027-05`. */
export function readMonth(month: string): { from: number; to: number } {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  const startOf = (day: Temporal.PlainDate) =>
    day.toZonedDateTime(venueTimeZone()).epochMilliseconds
  return { from: startOf(first), to: startOf(first.add({ months: 1 })) }
}

/**
 * The moment at which the clocks of the venue show a time on a day, in epoch ms. A time that the
 * change to summer time skips is as much later (02:30 becomes 03:30); of one that comes twice, it is
 * the first.
 * @param clock such as `19:30`
 */
export const readClock = (day: Temporal.PlainDate, clock: string): number =>
  day.toZonedDateTime({ timeZone: venueTimeZone(), plainTime: clock }).epochMilliseconds
