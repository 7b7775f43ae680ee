import { getDay, readClock } from '../venue-time.ts'
import { TIME_PATTERN } from './format/fields.ts'

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/**
 * Converts a time of the content format, in the venue's time zone; weeks begin on Monday.
 * @param firstStart base of relative times, epoch ms
 * @returns epoch ms
 * @example resolveTime('+2w sat 19:30', firstStart) // Saturday of the week after next
 * @example resolveTime('-10d 14:00', firstStart) // ten days before
 * @example resolveTime('2027-05-08T19:30:00+08:00', firstStart) // exactly then
 * @throws Error if the text is not a time or the time does not exist
 */
export function resolveTime(expression: string, firstStart: number): number {
  const match = TIME_PATTERN.exec(expression)
  if (!match) throw new Error(`not a time: ${expression}`)
  const [, weeks, weekday, weekHours, weekMinutes, days, dayHours, dayMinutes] = match
  const today = getDay(firstStart)
  if (weekday !== undefined) {
    const monday = today.subtract({ days: today.dayOfWeek - 1 })
    const day = monday.add({ days: 7 * Number(weeks) + WEEKDAYS.indexOf(weekday) })
    return readClock(day, `${weekHours}:${weekMinutes}`)
  }
  if (days !== undefined) {
    return readClock(today.add({ days: Number(days) }), `${dayHours}:${dayMinutes}`)
  }
  const time = Date.parse(expression)
  if (Number.isNaN(time)) throw new Error(`no such moment: ${expression}`)
  return time
}
