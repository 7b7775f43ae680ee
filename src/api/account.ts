import * as v from 'valibot'
import { ApplicationRecordSchema } from './application.ts'
import { defineEndpoint } from './endpoint.ts'
import { memberLine } from './member-text.ts'
import { CodeSentSchema, MobileSchema, OneTimeCodeSchema } from './one-time-code.ts'
import { credential, ProviderSchema } from './sign-in.ts'
import {
  CountSchema,
  DaySchema,
  FenSchema,
  IdSchema,
  LineSchema,
  MediaUrlSchema,
  TextSchema,
  TimeSchema,
} from './primitives.ts'

/** The user profile (spec section 3). */
export const ProfileSchema = v.object({
  user_id: IdSchema,
  nickname: LineSchema,
  gender: v.nullable(v.picklist(['male', 'female'])),
  birthday: v.nullable(DaySchema),
  mobile: MobileSchema,
  bound_accounts: v.array(
    v.object({ provider: LineSchema, name: LineSchema, bound_at: TimeSchema }),
  ),
  avatar: v.nullable(MediaUrlSchema),
  email: v.nullable(v.pipe(v.string(), v.email())),
  city_id: v.nullable(IdSchema),
})
export type Profile = v.InferOutput<typeof ProfileSchema>

export const completeEmail = defineEndpoint({
  method: 'POST',
  path: '/api/account/completeEmail',
  login: 'required',
  body: v.variant('step', [
    v.object({ step: v.literal('send'), email: v.pipe(v.string(), v.trim(), v.email()) }),
    v.object({
      step: v.literal('confirm'),
      email: v.pipe(v.string(), v.trim(), v.email()),
      code: OneTimeCodeSchema,
    }),
  ]),
  data: v.variant('status', [
    CodeSentSchema,
    v.object({ status: v.literal('completed'), profile: ProfileSchema }),
  ]),
})

export const getProfile = defineEndpoint({
  method: 'GET',
  path: '/api/account/profile',
  login: 'required',
  data: ProfileSchema,
})

export const saveProfile = defineEndpoint({
  method: 'POST',
  path: '/api/account/profile',
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

export const MemberPackageSchema = v.object({
  id: IdSchema,
  name: LineSchema,
  summary: TextSchema,
  benefits: v.array(LineSchema),
  months: CountSchema,
  price_fen: FenSchema,
})
export type MemberPackage = v.InferOutput<typeof MemberPackageSchema>

export const MembershipSchema = v.variant('status', [
  v.object({ status: v.literal('none') }),
  v.object({ status: v.literal('active'), from: TimeSchema, until: TimeSchema }),
  v.object({ status: v.literal('expired'), from: TimeSchema, until: TimeSchema }),
])

export const getMembership = defineEndpoint({
  method: 'POST',
  path: '/api/account/member',
  login: 'required',
  data: v.object({
    membership: MembershipSchema,
    balance_fen: FenSchema,
    class_hours: v.array(
      v.object({
        package: LineSchema,
        hours_left: CountSchema,
        expires_at: v.nullable(TimeSchema),
      }),
    ),
    packages: v.array(MemberPackageSchema),
    server_time: TimeSchema,
  }),
})

/** One active session of the account. */
export const SessionSchema = v.object({
  id: IdSchema,
  current: v.boolean(),
  device: v.pipe(LineSchema, v.description('Browser and system, e.g. Chrome · Windows')),
  address: v.pipe(LineSchema, v.description('Network address without its last part')),
  created_at: TimeSchema,
  last_seen_at: TimeSchema,
})
export type Session = v.InferOutput<typeof SessionSchema>

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/account/sessions',
  login: 'required',
  data: v.object({ sessions: v.array(SessionSchema), server_time: TimeSchema }),
})

export const endSession = defineEndpoint({
  method: 'POST',
  path: '/api/account/end_session',
  login: 'required',
  body: v.object({ id: IdSchema }),
  data: v.object({}),
})

export const confirmIdentity = defineEndpoint({
  method: 'POST',
  path: '/api/account/confirm',
  login: 'required',
  body: v.object({ code: OneTimeCodeSchema }),
  data: v.object({ confirmed_until: TimeSchema }),
})

export const changeMobile = defineEndpoint({
  method: 'POST',
  path: '/api/account/change_mobile',
  login: 'required',
  body: v.object({
    confirm_code: OneTimeCodeSchema,
    mobile: MobileSchema,
    code: OneTimeCodeSchema,
  }),
  data: ProfileSchema,
})

export const bindAccount = defineEndpoint({
  method: 'POST',
  path: '/api/account/bind',
  login: 'required',
  body: v.object({ provider: ProviderSchema, ...credential }),
  data: ProfileSchema,
})

export const unbindAccount = defineEndpoint({
  method: 'POST',
  path: '/api/account/unbind',
  login: 'required',
  body: v.object({ provider: ProviderSchema }),
  data: ProfileSchema,
})

export const listApplications = defineEndpoint({
  method: 'GET',
  path: '/api/account/applications',
  login: 'required',
  data: v.object({ applications: v.array(ApplicationRecordSchema), server_time: TimeSchema }),
})
