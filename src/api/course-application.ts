import * as v from 'valibot'
import { applicationFields, AppliedSchema, ApplyInfoSchema, hasSourceNote } from './application.ts'
import { defineEndpoint } from './endpoint.ts'
import { IdSchema, QueryIdSchema } from './primitives.ts'

export const getCourseApplyInfo = defineEndpoint('GET', '/api/course/applyinfo', {
  login: 'optional',
  query: v.object({ id: QueryIdSchema }),
  data: ApplyInfoSchema,
})

/** The course application form (spec section 3). Texts have at most 200 words. */
export const CourseApplicationSchema = v.pipe(
  v.object({
    course_id: IdSchema,
    ...applicationFields.person,
    school: applicationFields.line,
    resume_upload_id: IdSchema,
    video_upload_id: IdSchema,
    single_take: v.literal(true),
    self_introduction: applicationFields.words,
    hope: applicationFields.words,
    ...applicationFields.source,
    social_account: applicationFields.line,
  }),
  v.forward(
    v.partialCheck([['heard_from'], ['heard_from_note']], hasSourceNote, 'needed with "other"'),
    ['heard_from_note'],
  ),
)
export type CourseApplication = v.InferOutput<typeof CourseApplicationSchema>

export const applyToCourse = defineEndpoint('POST', '/api/course/apply', {
  login: 'required',
  idempotent: true,
  body: CourseApplicationSchema,
  data: AppliedSchema,
})
