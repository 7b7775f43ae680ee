import * as v from 'valibot'
import { ActivityStateSchema } from './availability.ts'
import { RichTextSchema } from './blocks.ts'
import { defineEndpoint, defineItemEndpoint } from './endpoint.ts'
import { createPageSchema, PagingQuerySchema } from './paging.ts'
import {
  CountSchema,
  DaySchema,
  FenSchema,
  IdSchema,
  ImageSchema,
  LanguagesSchema,
  LineSchema,
  PlaceSchema,
  TextSchema,
  TimeSchema,
} from './primitives.ts'

/** An activity in lists. */
export const ActivityCardSchema = v.object({
  id: IdSchema,
  langs: LanguagesSchema,
  title: LineSchema,
  subtitle: LineSchema,
  summary: TextSchema,
  poster: ImageSchema,
  price_fen: FenSchema,
  places: CountSchema,
  places_left: CountSchema,
  opens_at: TimeSchema,
  closes_at: TimeSchema,
  state: ActivityStateSchema,
})
export type ActivityCard = v.InferOutput<typeof ActivityCardSchema>

const DateSchema = {
  id: IdSchema,
  starts_at: TimeSchema,
  ends_at: TimeSchema,
  place: PlaceSchema,
}

export const ActivityDateSchema = v.object({ ...DateSchema, activity: ActivityCardSchema })
export type ActivityDate = v.InferOutput<typeof ActivityDateSchema>

export const ActivityDetailSchema = v.object({
  ...ActivityCardSchema.entries,
  dates: v.array(v.object(DateSchema)),
  body: RichTextSchema,
  related: v.array(ActivityCardSchema),
  server_time: TimeSchema,
})
export type ActivityDetail = v.InferOutput<typeof ActivityDetailSchema>

export const getActivityDateList = defineEndpoint('GET', '/api/course/activity_datelist', {
  login: 'none',
  query: v.object({ from: v.optional(DaySchema), ...PagingQuerySchema.entries }),
  data: v.object({ ...createPageSchema(ActivityDateSchema).entries, server_time: TimeSchema }),
})

export const getActivityDetail = defineItemEndpoint(
  '/api/course/activity_detail',
  ActivityDetailSchema,
)
