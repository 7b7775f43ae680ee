import * as v from 'valibot'

const CodeSchema = v.pipe(v.string(), v.regex(/^[\w-]{16,128}$/, 'expected 16 to 128 letters'))

const FIELDS = {
  client_id: v.string(),
  nonce: CodeSchema,
  /** Random value of the client script, which accepts only a result with the same state. */
  state: CodeSchema,
  /** Origin of the requesting site, the only one that receives the result. */
  origin: v.pipe(
    v.string(),
    v.check((text) => URL.parse(text)?.origin === text, 'expected an origin'),
  ),
  /** `popup` posts the result to the opener; `redirect` is used when popups are blocked. */
  mode: v.picklist(['popup', 'redirect']),
  return: v.pipe(v.string(), v.maxLength(1000)),
} as const

/** The query of a sign-in request from the client script. */
export const ChooserRequestSchema = v.pipe(
  v.object(FIELDS),
  v.check(
    (request) => URL.parse(request.return, request.origin)?.origin === request.origin,
    'return: expected a path of the site',
  ),
)
export type ChooserRequest = v.InferOutput<typeof ChooserRequestSchema>

/** The submitted choice: a test account, a custom name, or neither to cancel. */
export const ChoiceSchema = v.object({
  email: v.optional(v.string()),
  name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40))),
})

/**
 * The redirect URL when popups are blocked. The result is in the fragment, which browsers send neither
 * to servers nor in referrers.
 */
export function createRedirectUrl(request: ChooserRequest, credential: string | null): string {
  const address = new URL(request.return, request.origin)
  const result = new URLSearchParams({ sign_in_state: request.state })
  if (credential !== null) result.set('credential', credential)
  address.hash = result.toString()
  return address.href
}
