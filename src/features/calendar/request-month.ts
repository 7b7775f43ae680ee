import { getPerformCalendar, postCourseCalendar, type CalendarMonth } from '#api/calendar.ts'
import { unwrapResult, type createClient } from '#client/create-client.ts'

type Call = ReturnType<typeof createClient>

/** Requests a month of both calendars and merges them: performances, courses and activities. */
export async function requestMonth(
  call: Call,
  month: string,
  signal: AbortSignal,
): Promise<CalendarMonth> {
  const [performances, courses] = await Promise.all([
    call(getPerformCalendar, { body: { month }, signal }).then(unwrapResult),
    call(postCourseCalendar, { body: { month }, signal }).then(unwrapResult),
  ])
  return { ...courses, entries: [...performances.entries, ...courses.entries] }
}
