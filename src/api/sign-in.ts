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

const SitePathSchema = v.pipe(v.string(), v.regex(/^\/(?![/\\])/, 'expected a path of this site'))

const common = {
  provider: ProviderSchema,
  label: v.pipe(LineSchema, v.description('Display name of the provider')),
} as const

const startSchema = v.pipe(
  SitePathSchema,
  v.description('Start of the sign-in by redirect; `return` is the page to return to'),
)

/** A third-party sign-in by a client script with the interface of Google Identity Services. */
const ScriptSignInSchema = v.object({
  kind: v.optional(v.literal('script'), 'script'),
  ...common,
  client_id: LineSchema,
  script: v.pipe(
    v.string(),
    v.regex(/^(https:\/\/|\/(?![/\\]))/, 'expected an https address or a path of this site'),
    v.description('Address of the client script'),
  ),
  issues_nonce: v.pipe(
    v.optional(v.boolean(), false),
    v.description('Whether nonces come from POST /api/user/nonce; else browsers create them'),
  ),
  start: v.pipe(
    v.optional(v.nullable(startSchema), null),
    v.description('Sign-in by redirect, for browsers that cannot load the script'),
  ),
})
export type ScriptSignIn = v.InferOutput<typeof ScriptSignInSchema>

/** A third-party sign-in by a redirect to the provider and back, with the credential in the fragment. */
const RedirectSignInSchema = v.object({
  kind: v.literal('redirect'),
  ...common,
  start: startSchema,
  works_in_wechat: v.pipe(
    v.optional(v.boolean(), true),
    v.description("Whether it works in WeChat's own browser"),
  ),
})
export type RedirectSignIn = v.InferOutput<typeof RedirectSignInSchema>

/** An available third-party sign-in. */
export const SignInSchema = v.union([ScriptSignInSchema, RedirectSignInSchema])
export type SignIn = v.InferOutput<typeof SignInSchema>

/**
 * The redirect variant of a sign-in, which needs no script.
 * @returns null if the API offers none
 */
export function withoutScript(offer: SignIn): RedirectSignIn | null {
  if (offer.kind === 'redirect') return offer
  const { provider, label, start } = offer
  if (start === null) return null
  return { kind: 'redirect', provider, label, start, works_in_wechat: true }
}
