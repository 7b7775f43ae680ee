import * as v from 'valibot'
import { applicationFields, AppliedSchema, ApplyInfoSchema, explainsSource } from './application.ts'
import { ApplicationStateSchema } from './availability.ts'
import { RichTextSchema } from './blocks.ts'
import { defineEndpoint } from './endpoint.ts'
import { LanguagesSchema } from './news.ts'
import { pageOf, pagingQuery } from './paging.ts'
import {
  CountSchema,
  DaySchema,
  FenSchema,
  IdSchema,
  ImageSchema,
  LineSchema,
  PlaceSchema,
  QueryIdSchema,
  TextSchema,
  TimeSchema,
} from './primitives.ts'

/** An activity as lists show it. */
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
  state: ApplicationStateSchema,
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

export const getActivityDateList = defineEndpoint({
  method: 'GET',
  path: '/api/course/activity_datelist',
  summary: 'Dates of activities with the activity each belongs to, from a day on',
  login: 'none',
  query: v.object({ from: v.optional(DaySchema), ...pagingQuery }),
  data: v.object({ ...pageOf(ActivityDateSchema).entries, server_time: TimeSchema }),
})

export const getActivityDetail = defineEndpoint({
  method: 'GET',
  path: '/api/course/activity_detail',
  summary: 'One activity with its dates and long-form text',
  login: 'none',
  query: v.object({ id: QueryIdSchema }),
  data: ActivityDetailSchema,
})

export const getActivityApplyInfo = defineEndpoint({
  method: 'GET',
  path: '/api/course/activity_applyinfo',
  summary: 'What the activity application form needs, incl. whether the member already applied',
  login: 'optional',
  query: v.object({ id: QueryIdSchema }),
  data: ApplyInfoSchema,
})

export const SOCIAL_PLATFORMS = ['wechat', 'weibo', 'douyin', 'xiaohongshu', 'other'] as const

/** The activity application form (spec section 3). */
export const ActivityApplicationSchema = v.pipe(
  v.object({
    activity_id: IdSchema,
    ...applicationFields.person,
    job: applicationFields.line,
    ...applicationFields.source,
    similar_before: v.pipe(v.picklist([0, 1]), v.description('1 yes, 0 no')),
    similar_before_note: v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(500),
      v.description('Must say something when `similar_before` is 1'),
    ),
    hope: applicationFields.words,
    special_needs: v.pipe(v.string(), v.trim(), v.maxLength(500)),
    social_platform: v.picklist(SOCIAL_PLATFORMS),
    social_account: applicationFields.line,
  }),
  v.forward(
    v.partialCheck([['heard_from'], ['heard_from_note']], explainsSource, 'needed with "other"'),
    ['heard_from_note'],
  ),
  v.forward(
    v.partialCheck(
      [['similar_before'], ['similar_before_note']],
      (form) => form.similar_before === 0 || form.similar_before_note !== '',
      'needed when similar_before is 1',
    ),
    ['similar_before_note'],
  ),
)
export type ActivityApplication = v.InferOutput<typeof ActivityApplicationSchema>

export const applyToActivity = defineEndpoint({
  method: 'POST',
  path: '/api/course/activity_apply',
  summary: 'Send an activity application; one per person and activity',
  login: 'required',
  idempotent: true,
  body: ActivityApplicationSchema,
  data: AppliedSchema,
  codes: [500301, 500302, 500303, 500304],
})
