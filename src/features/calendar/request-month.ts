import { getPerformCalendar, postCourseCalendar, type CalendarMonth } from '#api/calendar.ts'
import type { CallResult, createClient } from '#client/create-client.ts'
import { ApiError, RefusalError } from '#client/errors.ts'

type Call = ReturnType<typeof createClient>

function dataOf(result: CallResult<CalendarMonth>): CalendarMonth {
  if (result.status === 'ok') return result.data
  // A 401 is unexpected: neither call requires a login.
  throw result.status === 'refused'
    ? new RefusalError(result.code, result.msg)
    : new ApiError(401, '')
}

/** Requests a month of both calendars and merges them: performances, courses and activities. */
export async function requestMonth(
  call: Call,
  month: string,
  signal: AbortSignal,
): Promise<CalendarMonth> {
  const [performances, courses] = await Promise.all([
    call(getPerformCalendar, { body: { month }, signal }).then(dataOf),
    call(postCourseCalendar, { body: { month }, signal }).then(dataOf),
  ])
  return { ...courses, entries: [...performances.entries, ...courses.entries] }
}
