import { toVenueClock } from '../venue-time.ts'

/** Adds months to a time by the venue's calendar; clamps to the last day of a shorter month. @param time epoch ms */
export const addMonths = (time: number, months: number): number =>
  toVenueClock(time).add({ months }).epochMilliseconds

/** The end of a period that is moved to another start, with as many months and days; epoch ms. */
export const movePeriod = (
  { from, until }: { from: number; until: number },
  start: number,
): number => {
  const length = toVenueClock(from).until(toVenueClock(until), { largestUnit: 'month' })
  return toVenueClock(start).add(length).epochMilliseconds
}
