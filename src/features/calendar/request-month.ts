import { getPerformCalendar, postCourseCalendar, type CalendarMonth } from '#api/calendar.ts'
import type { CallResult, createClient } from '#client/create-client.ts'
import { ApiError, RefusalError } from '#client/errors.ts'

type Call = ReturnType<typeof createClient>

function dataOf(answer: CallResult<CalendarMonth>): CalendarMonth {
  if (answer.status === 'ok') return answer.data
  // Neither call requires a login.
  throw answer.status === 'refused'
    ? new RefusalError(answer.code, answer.msg)
    : new ApiError(401, '')
}

/** A month of both calendars merged: performances, courses and activities. */
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
