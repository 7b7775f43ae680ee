import * as v from 'valibot'
import {
  ActivityStateSchema,
  CourseDateStateSchema,
  CourseStateSchema,
  PerformanceStateSchema,
  ShowStateSchema,
} from './availability.ts'
import { defineEndpoint } from './endpoint.ts'
import { CountSchema, IdSchema, TimeSchema } from './primitives.ts'

/** Requested ids; unknown ones are omitted from the response. */
const ids = v.optional(v.pipe(v.array(IdSchema), v.maxLength(200)), [])

const createFactsSchema = <State extends v.GenericSchema<string>>(state: State) =>
  v.array(v.object({ id: IdSchema, state, places_left: v.nullable(CountSchema) }))

export const getLiveFacts = defineEndpoint('POST', '/api/live/facts', {
  login: 'none',
  body: v.object({ performance: ids, show: ids, course: ids, course_date: ids, activity: ids }),
  data: v.object({
    performance: createFactsSchema(PerformanceStateSchema),
    show: createFactsSchema(ShowStateSchema),
    course: createFactsSchema(CourseStateSchema),
    course_date: createFactsSchema(CourseDateStateSchema),
    activity: createFactsSchema(ActivityStateSchema),
    server_time: TimeSchema,
  }),
})

/** Kinds of items whose state may change after a page was rendered. */
export type LiveKind = keyof typeof getLiveFacts.body.entries
