import { DAY, MINUTE, readDay, startOfDay } from '../house-time.ts'
import { TIME_PATTERN } from './format/fields.ts'

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
// 1970-01-05 was a Monday; house days count from it.
const FIRST_MONDAY = readDay('1970-01-05')

const clock = (hours: string | undefined, minutes: string | undefined) =>
  (Number(hours) * 60 + Number(minutes)) * MINUTE

function startOfWeek(time: number): number {
  const days = Math.floor((time - FIRST_MONDAY) / DAY)
  return FIRST_MONDAY + (days - (((days % 7) + 7) % 7)) * DAY
}

/**
 * The moment that a time of the content means, in house time; weeks begin on Monday.
 * @example resolveTime('+2w sat 19:30', firstStart) // Saturday of the week after next
 * @example resolveTime('-10d 14:00', firstStart) // ten days before
 * @example resolveTime('2027-05-08T19:30:00+08:00', firstStart) // exactly then
 */
export function resolveTime(expression: string, firstStart: number): number {
  const match = TIME_PATTERN.exec(expression)
  if (!match) throw new Error(`not a time: ${expression}`)
  const [, weeks, weekday, weekHours, weekMinutes, days, dayHours, dayMinutes] = match
  if (weekday !== undefined) {
    const day = Number(weeks) * 7 + WEEKDAYS.indexOf(weekday)
    return startOfWeek(firstStart) + day * DAY + clock(weekHours, weekMinutes)
  }
  if (days !== undefined) {
    return startOfDay(firstStart) + Number(days) * DAY + clock(dayHours, dayMinutes)
  }
  const time = Date.parse(expression)
  if (Number.isNaN(time)) throw new Error(`no such moment: ${expression}`)
  return time
}
