import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
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

/** Mobile number with country code: `+8613800138000` (E.164). */
export const MobileSchema = v.pipe(
  v.string(),
  v.regex(/^\+\d{6,15}$/, 'expected +<country code><number>'),
  v.description('E.164, e.g. +8613800138000'),
)
/** Six digits sent by SMS or e-mail. */
export const OneTimeCodeSchema = v.pipe(v.string(), v.regex(/^\d{6}$/, 'expected six digits'))

/** The user profile (spec section 3). */
export const ProfileSchema = v.object({
  user_id: IdSchema,
  nickname: LineSchema,
  gender: v.nullable(v.picklist(['male', 'female'])),
  birthday: v.nullable(DaySchema),
  mobile: MobileSchema,
  bound_accounts: v.array(v.object({ provider: LineSchema, name: LineSchema })),
  avatar: v.nullable(MediaUrlSchema),
  email: v.nullable(v.pipe(v.string(), v.email())),
  city_id: v.nullable(IdSchema),
})
export type Profile = v.InferOutput<typeof ProfileSchema>

/** A code was sent: when the next one may be asked for, and until when this one is good. */
export const CodeSentSchema = v.object({
  status: v.literal('code_sent'),
  resend_at: TimeSchema,
  expires_at: TimeSchema,
  server_time: TimeSchema,
})

export const LoggedInSchema = v.object({
  status: v.literal('logged_in'),
  token: v.pipe(v.string(), v.minLength(16), v.maxLength(512)),
  expires_at: TimeSchema,
  profile: ProfileSchema,
})

export const sendSms = defineEndpoint({
  method: 'POST',
  path: '/api/sms/send',
  summary: 'Send a login code to a phone number; the same answer for known and unknown numbers',
  login: 'none',
  body: v.object({
    mobile: MobileSchema,
    purpose: v.picklist(['login', 'bind', 'change_mobile']),
  }),
  data: CodeSentSchema,
  codes: [500201, 500203],
})

export const logIn = defineEndpoint({
  method: 'POST',
  path: '/api/user/login',
  summary: 'Log in by phone number and code; an unknown number gets an account',
  login: 'none',
  body: v.object({ mobile: MobileSchema, code: OneTimeCodeSchema, agreed: v.literal(true) }),
  data: LoggedInSchema,
  codes: [500202, 500203, 500204],
})

export const logInWithProvider = defineEndpoint({
  method: 'POST',
  path: '/api/user/{provider}_login',
  summary: 'Log in with the ID token of a third-party account; the first time asks for a phone',
  login: 'none',
  params: v.object({ provider: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9]{1,31}$/)) }),
  body: v.object({
    credential: v.pipe(v.string(), v.minLength(1), v.maxLength(8192)),
    nonce: v.pipe(v.string(), v.minLength(16), v.maxLength(128)),
    agreed: v.literal(true),
    bind: v.nullable(v.object({ mobile: MobileSchema, code: OneTimeCodeSchema })),
  }),
  data: v.variant('status', [LoggedInSchema, v.object({ status: v.literal('bind_mobile') })]),
  codes: [500202, 500203, 500204, 500205],
})

export const completeEmail = defineEndpoint({
  method: 'POST',
  path: '/api/account/completeEmail',
  summary: 'Complete the e-mail of the account: first send a code, then confirm it',
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
  codes: [500201, 500202, 500203, 500204, 500206],
})

export const getProfile = defineEndpoint({
  method: 'GET',
  path: '/api/account/profile',
  summary: 'Read the own profile',
  login: 'required',
  data: ProfileSchema,
})

export const saveProfile = defineEndpoint({
  method: 'POST',
  path: '/api/account/profile',
  summary: 'Save the own profile; what is left out stays as it is',
  login: 'required',
  body: v.object({
    nickname: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40))),
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
  summary: 'Own membership, balance and class hours, and the packages on offer',
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
