import * as v from 'valibot'
import { ProfileSchema } from './account.ts'
import { SolutionSchema } from './challenge.ts'
import { defineEndpoint } from './endpoint.ts'
import {
  CodePurposeSchema,
  CodeSentSchema,
  MobileSchema,
  OneTimeCodeSchema,
} from './one-time-code.ts'
import { TimeSchema } from './primitives.ts'
import { credential, NonceSchema, ProviderSchema } from './sign-in.ts'

export const LoggedInSchema = v.object({
  status: v.literal('logged_in'),
  token: v.pipe(v.string(), v.minLength(16), v.maxLength(512)),
  expires_at: TimeSchema,
  profile: ProfileSchema,
})
export type LoggedIn = v.InferOutput<typeof LoggedInSchema>

export const sendSms = defineEndpoint({
  method: 'POST',
  path: '/api/sms/send',
  summary: 'Send a code to a phone number; the same answer for known and unknown numbers',
  login: 'optional',
  body: v.object({
    mobile: MobileSchema,
    purpose: CodePurposeSchema,
    challenge: v.optional(SolutionSchema),
  }),
  data: CodeSentSchema,
  codes: [500201, 500203, 500210, 500211, 500212, 500213],
})

export const logIn = defineEndpoint({
  method: 'POST',
  path: '/api/user/login',
  summary: 'Log in by phone number and code; an unknown number gets an account',
  login: 'none',
  body: v.object({ mobile: MobileSchema, code: OneTimeCodeSchema, agreed: v.literal(true) }),
  data: LoggedInSchema,
  codes: [500202, 500203, 500204, 500211],
})

export const logInWithProvider = defineEndpoint({
  method: 'POST',
  path: '/api/user/{provider}_login',
  summary: 'Log in with the ID token of a third-party account; the first time asks for a phone',
  login: 'none',
  params: v.object({ provider: ProviderSchema }),
  body: v.object({
    ...credential,
    agreed: v.literal(true),
    bind: v.nullable(v.object({ mobile: MobileSchema, code: OneTimeCodeSchema })),
  }),
  data: v.variant('status', [LoggedInSchema, v.object({ status: v.literal('bind_mobile') })]),
  codes: [500202, 500203, 500204, 500205, 500208, 500211],
})

export const createNonce = defineEndpoint({
  method: 'POST',
  path: '/api/user/nonce',
  summary: 'A nonce for one third-party sign-in, bound to this browser by a cookie',
  source: 'addition',
  login: 'none',
  data: v.object({ nonce: NonceSchema }),
})

export const logOut = defineEndpoint({
  method: 'POST',
  path: '/api/user/logout',
  summary: 'End this session, or every session of the account',
  source: 'addition',
  login: 'optional',
  body: v.object({ everywhere: v.boolean() }),
  data: v.object({}),
})
