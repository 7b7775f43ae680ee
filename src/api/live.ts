import * as v from 'valibot'
import {
  ApplicationStateSchema,
  CourseDateStateSchema,
  CourseStateSchema,
  PerformanceStateSchema,
  ShowStateSchema,
} from './availability.ts'
import { defineEndpoint } from './endpoint.ts'
import { CountSchema, IdSchema, TimeSchema } from './primitives.ts'

/** Requested ids; unknown ones are omitted from the response. */
const ids = v.optional(v.pipe(v.array(IdSchema), v.maxLength(200)), [])

/** Kinds of items whose state may change after a page was rendered, with their states. */
const LIVE_KINDS = {
  performance: PerformanceStateSchema,
  show: ShowStateSchema,
  course: CourseStateSchema,
  course_date: CourseDateStateSchema,
  activity: ApplicationStateSchema,
} as const
export type LiveKind = keyof typeof LIVE_KINDS

const factsOf = <State extends v.GenericSchema<string>>(state: State) =>
  v.array(v.object({ id: IdSchema, state, places_left: v.nullable(CountSchema) }))

export const getLiveFacts = defineEndpoint({
  method: 'POST',
  path: '/api/live/facts',
  login: 'none',
  body: v.object({ performance: ids, show: ids, course: ids, course_date: ids, activity: ids }),
  data: v.object({
    performance: factsOf(LIVE_KINDS.performance),
    show: factsOf(LIVE_KINDS.show),
    course: factsOf(LIVE_KINDS.course),
    course_date: factsOf(LIVE_KINDS.course_date),
    activity: factsOf(LIVE_KINDS.activity),
    server_time: TimeSchema,
  }),
})
