import * as v from 'valibot'
import { ApplicationRecordSchema } from './application.ts'
import { defineEndpoint } from './endpoint.ts'
import { CodeSentSchema, E164Schema, OneTimeCodeSchema } from './one-time-code.ts'
import { EmailSchema, IdSchema, LineSchema, TimeSchema } from './primitives.ts'
import { ProfileSchema } from './profile.ts'
import { ProviderSchema, credential } from './sign-in.ts'

/** The e-mail address of an account, stored in lower case. */
export const AccountEmailSchema = v.pipe(EmailSchema, v.toLowerCase())

export const completeEmail = defineEndpoint('POST', '/api/account/completeEmail', {
  login: 'required',
  body: v.variant('step', [
    v.object({ step: v.literal('send'), email: AccountEmailSchema }),
    v.object({ step: v.literal('confirm'), email: AccountEmailSchema, code: OneTimeCodeSchema }),
  ]),
  data: v.variant('status', [
    CodeSentSchema,
    v.object({ status: v.literal('completed'), profile: ProfileSchema }),
  ]),
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

export const listSessions = defineEndpoint('GET', '/api/account/sessions', {
  login: 'required',
  data: v.object({ sessions: v.array(SessionSchema), server_time: TimeSchema }),
})

export const endSession = defineEndpoint('POST', '/api/account/end_session', {
  login: 'required',
  body: v.object({ id: IdSchema }),
  data: v.object({}),
})

export const confirmIdentity = defineEndpoint('POST', '/api/account/confirm', {
  login: 'required',
  body: v.object({ code: OneTimeCodeSchema }),
  data: v.object({ confirmed_until: TimeSchema }),
})

export const changeMobile = defineEndpoint('POST', '/api/account/change_mobile', {
  login: 'required',
  body: v.object({
    confirm_code: OneTimeCodeSchema,
    mobile: E164Schema,
    code: OneTimeCodeSchema,
  }),
  data: ProfileSchema,
})

export const bindAccount = defineEndpoint('POST', '/api/account/bind', {
  login: 'required',
  body: v.object({ provider: ProviderSchema, ...credential }),
  data: ProfileSchema,
})

export const unbindAccount = defineEndpoint('POST', '/api/account/unbind', {
  login: 'required',
  body: v.object({ provider: ProviderSchema }),
  data: ProfileSchema,
})

export const listApplications = defineEndpoint('GET', '/api/account/applications', {
  login: 'required',
  data: v.object({ applications: v.array(ApplicationRecordSchema), server_time: TimeSchema }),
})
