import * as v from 'valibot'

const CodeSchema = v.pipe(v.string(), v.regex(/^[\w-]{16,128}$/, 'expected 16 to 128 letters'))

const FIELDS = {
  client_id: v.string(),
  nonce: CodeSchema,
  /** Drawn by the client script: it takes only the answer to its own question. */
  state: CodeSchema,
  /** The site that asked, to which alone the answer goes. */
  origin: v.pipe(
    v.string(),
    v.check((text) => URL.parse(text)?.origin === text, 'expected an origin'),
  ),
  /** Into the window that opened this one; or, where windows are blocked, back to the page. */
  mode: v.picklist(['popup', 'redirect']),
  return: v.pipe(v.string(), v.maxLength(1000)),
} as const

/** What the client script asks for. */
export const ChooserRequestSchema = v.pipe(
  v.object(FIELDS),
  v.check(
    (request) => URL.parse(request.return, request.origin)?.origin === request.origin,
    'return: expected a path of the site',
  ),
)
export type ChooserRequest = v.InferOutput<typeof ChooserRequestSchema>

/** What its reader chose: an offered account, a name of their own, or nothing. */
export const ChoiceSchema = v.object({
  email: v.optional(v.string()),
  name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40))),
})

/**
 * Where the answer goes when windows are blocked. It stands in the fragment, which browsers send to
 * no server and name in no referrer.
 */
export function addressOfAnswer(request: ChooserRequest, credential: string | null): string {
  const address = new URL(request.return, request.origin)
  const answer = new URLSearchParams({ sign_in_state: request.state })
  if (credential !== null) answer.set('credential', credential)
  address.hash = answer.toString()
  return address.href
}
