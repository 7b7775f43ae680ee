import { toVenueClock } from '../venue-time.ts'

/** Adds months to a time by the venue's calendar; clamps to the last day of a shorter month. @param time epoch ms */
export const addMonths = (time: number, months: number): number =>
  toVenueClock(time).add({ months }).epochMilliseconds
