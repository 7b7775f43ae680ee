import * as v from 'valibot'
import { LineSchema } from './primitives.ts'

/** Name of a sign-in provider in a path. */
export const ProviderSchema = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9]{1,31}$/))

export const NonceSchema = v.pipe(v.string(), v.minLength(16), v.maxLength(128))

/** Credentials of a third-party account: an ID token and its nonce. */
export const credential = {
  credential: v.pipe(v.string(), v.minLength(1), v.maxLength(8192)),
  nonce: NonceSchema,
} as const

/** An available third-party sign-in; its script has the interface of Google Identity Services. */
export const SignInSchema = v.object({
  provider: ProviderSchema,
  label: v.pipe(LineSchema, v.description('Name of the provider as readers know it')),
  client_id: LineSchema,
  script: v.pipe(
    v.string(),
    v.regex(/^(https:\/\/|\/(?![/\\]))/, 'expected an https address or a path of this site'),
    v.description('Address of the client script'),
  ),
  issues_nonce: v.pipe(
    v.optional(v.boolean(), false),
    v.description('Whether nonces come from POST /api/user/nonce; otherwise browsers draw them'),
  ),
})
export type SignIn = v.InferOutput<typeof SignInSchema>
