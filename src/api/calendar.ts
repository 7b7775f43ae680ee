import * as v from 'valibot'
import { CourseDateStateSchema, ShowStateSchema, ActivityStateSchema } from './availability.ts'
import { defineEndpoint } from './endpoint.ts'
import {
  IdSchema,
  LineSchema,
  MonthSchema,
  PlaceSchema,
  QueryIdSchema,
  TimeSchema,
} from './primitives.ts'

const EntrySchema = v.object({
  id: IdSchema,
  item_id: IdSchema,
  title: LineSchema,
  starts_at: TimeSchema,
  ends_at: TimeSchema,
  place: PlaceSchema,
  note: v.nullable(LineSchema),
})

/** A calendar entry: `id` is the show or date, `item_id` its performance, course or activity. */
export const CalendarEntrySchema = v.variant('kind', [
  v.object({ kind: v.literal('performance'), ...EntrySchema.entries, state: ShowStateSchema }),
  v.object({ kind: v.literal('course'), ...EntrySchema.entries, state: CourseDateStateSchema }),
  v.object({ kind: v.literal('activity'), ...EntrySchema.entries, state: ActivityStateSchema }),
])
export type CalendarEntry = v.InferOutput<typeof CalendarEntrySchema>

export const CalendarMonthSchema = v.object({
  month: MonthSchema,
  entries: v.array(CalendarEntrySchema),
  server_time: TimeSchema,
})
export type CalendarMonth = v.InferOutput<typeof CalendarMonthSchema>

/** Month (defaults to the current one of the venue) and city. */
const calendarFilter = {
  query: { month: v.optional(MonthSchema), city_id: v.optional(QueryIdSchema) },
  body: { month: v.optional(MonthSchema), city_id: v.optional(IdSchema) },
}

export const getCourseCalendar = defineEndpoint('GET', '/api/course/calendar', {
  login: 'none',
  query: v.object(calendarFilter.query),
  data: CalendarMonthSchema,
})

export const postCourseCalendar = defineEndpoint('POST', '/api/course/calendar', {
  login: 'none',
  body: v.object(calendarFilter.body),
  data: CalendarMonthSchema,
})

export const getPerformCalendar = defineEndpoint('POST', '/api/perform/calendar', {
  login: 'none',
  body: v.object(calendarFilter.body),
  data: CalendarMonthSchema,
})
