import { Temporal } from 'temporal-polyfill'
import { venueTimeZone } from '#i18n/format.ts'

/** Adds months to a time by the venue's calendar; clamps to the last day of a shorter month. @param time epoch ms */
export const addMonths = (time: number, months: number): number =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(venueTimeZone()).add({ months })
    .epochMilliseconds
