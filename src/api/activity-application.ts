import * as v from 'valibot'
import { applicationFields, AppliedSchema, ApplyInfoSchema, hasSourceNote } from './application.ts'
import { defineEndpoint } from './endpoint.ts'
import { memberText } from './member-text.ts'
import { IdSchema, QueryIdSchema } from './primitives.ts'

export const getActivityApplyInfo = defineEndpoint('GET', '/api/course/activity_applyinfo', {
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
      memberText({ max: 500 }),
      v.description('Required when `similar_before` is 1'),
    ),
    hope: applicationFields.words,
    special_needs: memberText({ max: 500 }),
    social_platform: v.picklist(SOCIAL_PLATFORMS),
    social_account: applicationFields.line,
  }),
  v.forward(
    v.partialCheck([['heard_from'], ['heard_from_note']], hasSourceNote, 'needed with "other"'),
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

export const applyToActivity = defineEndpoint('POST', '/api/course/activity_apply', {
  login: 'required',
  idempotent: true,
  body: ActivityApplicationSchema,
  data: AppliedSchema,
})
