import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { memberLine } from './member-text.ts'
import { E164Schema } from './one-time-code.ts'
import {
  DaySchema,
  EmailSchema,
  IdSchema,
  LineSchema,
  MediaUrlSchema,
  TimeSchema,
} from './primitives.ts'

/** The user profile (spec section 3). */
export const ProfileSchema = v.object({
  user_id: IdSchema,
  nickname: LineSchema,
  gender: v.nullable(v.picklist(['male', 'female'])),
  birthday: v.nullable(DaySchema),
  mobile: E164Schema,
  bound_accounts: v.array(
    v.object({ provider: LineSchema, name: LineSchema, bound_at: TimeSchema }),
  ),
  /** Browsers load the picture: a path of the API below `/api/`, which the site forwards. */
  avatar: v.nullable(MediaUrlSchema),
  email: v.nullable(EmailSchema),
  city_id: v.nullable(IdSchema),
})
export type Profile = v.InferOutput<typeof ProfileSchema>

export const getProfile = defineEndpoint('GET', '/api/account/profile', {
  login: 'required',
  data: ProfileSchema,
})

export const saveProfile = defineEndpoint('POST', '/api/account/profile', {
  login: 'required',
  body: v.object({
    nickname: v.optional(memberLine({ min: 1, max: 40 })),
    gender: v.optional(v.nullable(v.picklist(['male', 'female']))),
    birthday: v.optional(v.nullable(DaySchema)),
    city_id: v.optional(v.nullable(IdSchema)),
    avatar_upload_id: v.optional(v.nullable(IdSchema)),
  }),
  data: ProfileSchema,
})
