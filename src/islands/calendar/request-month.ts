import { getPerformCalendar, postCourseCalendar, type CalendarMonth } from '#api/calendar.ts'
import type { Answer, createClient } from '#client/create-client.ts'
import { ApiError } from '#client/errors.ts'

type Call = ReturnType<typeof createClient>

function take(answer: Answer<CalendarMonth>): CalendarMonth {
  if (answer.status === 'ok') return answer.data
  // Neither calendar asks for a login or has refusals of its own: such an answer is a fault.
  const [code, text] = answer.status === 'refused' ? [answer.code, answer.msg] : [401, '']
  throw new ApiError(code, text)
}

/** A month of both calendars as one: performances, courses and activities. */
export async function requestMonth(
  call: Call,
  month: string,
  signal: AbortSignal,
): Promise<CalendarMonth> {
  const [performances, courses] = await Promise.all([
    call(getPerformCalendar, { body: { month }, signal }).then(take),
    call(postCourseCalendar, { body: { month }, signal }).then(take),
  ])
  return { ...courses, entries: [...performances.entries, ...courses.entries] }
}
