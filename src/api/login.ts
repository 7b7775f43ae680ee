import * as v from 'valibot'
import { SolutionSchema } from './challenge.ts'
import { defineEndpoint } from './endpoint.ts'
import {
  CodePurposeSchema,
  CodeSentSchema,
  E164Schema,
  OneTimeCodeSchema,
} from './one-time-code.ts'
import { TimeSchema } from './primitives.ts'
import { ProfileSchema } from './profile.ts'
import { credential, NonceSchema, ProviderSchema } from './sign-in.ts'

export const LoggedInSchema = v.object({
  status: v.literal('logged_in'),
  token: v.pipe(v.string(), v.minLength(16), v.maxLength(512)),
  expires_at: TimeSchema,
  profile: ProfileSchema,
})
export type LoggedIn = v.InferOutput<typeof LoggedInSchema>

export const sendSms = defineEndpoint('POST', '/api/sms/send', {
  login: 'optional',
  body: v.object({
    mobile: E164Schema,
    purpose: CodePurposeSchema,
    challenge: v.optional(SolutionSchema),
  }),
  data: CodeSentSchema,
})

export const logIn = defineEndpoint('POST', '/api/user/login', {
  login: 'none',
  body: v.object({ mobile: E164Schema, code: OneTimeCodeSchema, agreed: v.literal(true) }),
  data: LoggedInSchema,
})

export const logInWithProvider = defineEndpoint('POST', '/api/user/{provider}_login', {
  login: 'none',
  params: v.object({ provider: ProviderSchema }),
  body: v.object({
    ...credential,
    agreed: v.literal(true),
    bind: v.nullable(v.object({ mobile: E164Schema, code: OneTimeCodeSchema })),
  }),
  data: v.variant('status', [LoggedInSchema, v.object({ status: v.literal('bind_mobile') })]),
})

export const createNonce = defineEndpoint('POST', '/api/user/nonce', {
  login: 'none',
  data: v.object({ nonce: NonceSchema }),
})

export const logOut = defineEndpoint('POST', '/api/user/logout', {
  login: 'optional',
  body: v.object({ everywhere: v.boolean() }),
  data: v.object({}),
})
