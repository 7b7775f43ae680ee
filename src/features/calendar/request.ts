import { getPerformCalendar, postCourseCalendar, type CalendarMonth } from '#api/calendar.ts'
import { unwrapResult } from '#client/create-client.ts'
import { callApi } from '#stores/client.ts'
import type { Kind } from './address.ts'

/** Requests a month of the calendars of some kinds: an API need not implement those of disabled sections. */
export async function requestMonth(
  kinds: readonly Kind[],
  month: string,
  signal: AbortSignal,
): Promise<CalendarMonth> {
  const input = { body: { month }, signal }
  const hasCourses = kinds.some((kind) => kind !== 'performance')
  const results = await Promise.all([
    ...(kinds.includes('performance') ? [callApi(getPerformCalendar, input)] : []),
    ...(hasCourses ? [callApi(postCourseCalendar, input)] : []),
  ])
  const months = results.map(unwrapResult)
  return {
    month,
    entries: months.flatMap(({ entries }) => entries),
    server_time: months.at(-1)?.server_time ?? '',
  }
}
