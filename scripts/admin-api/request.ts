import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { LOCALES, type Locale } from '#api/language.ts'
import { RequestError } from './errors.ts'

const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/
const TOKEN = /^v1\.[A-Za-z0-9_-]{43}$/

/** The caller's request id if it is well-formed, else a new one. */
export function readRequestId(given: string | undefined): string {
  return given !== undefined && REQUEST_ID.test(given) ? given : randomUUID()
}

/** The response language from the `lang` header; Chinese when it is missing or unknown. */
export function readLanguage(given: string | undefined): Locale {
  return LOCALES.find((locale) => locale === given?.toLowerCase()) ?? LOCALES[0]
}

/**
 * The session token of a request; null for a visitor. Malformed tokens are ignored, such as the
 * placeholders `2` (not loaded yet) and `undefined`. Two different tokens count as none.
 */
export function readToken(
  token: string | undefined,
  authorization: string | undefined,
): string | null {
  const bearer = authorization?.match(/^Bearer ([^ ]+)$/i)?.[1]
  const tokens = [token, bearer].filter((value) => value !== undefined && TOKEN.test(value))
  return new Set(tokens).size === 1 ? (tokens[0] ?? null) : null
}

const MAX_QUERY = 2048

/**
 * Reads a query string.
 * @throws RequestError for a repeated key, since parsers differ in which value they take
 */
export function readQuery(url: string): Record<string, string> {
  const { search, searchParams } = new URL(url)
  if (search.length > MAX_QUERY) throw new RequestError('too_long', `?, max ${MAX_QUERY}`)
  const query = new Map<string, string>()
  for (const [key, value] of searchParams) {
    if (query.has(key)) throw new RequestError('bad_request', `${key.slice(0, 40)}: given twice`)
    query.set(key, value)
  }
  return Object.fromEntries(query)
}

const isJson = (type: string | undefined) => /^application\/json\s*(;|$)/i.test(type ?? '')

/** Reads a JSON body; `limitBodies` limits its size. An empty body is read as `{}`. */
export async function readBody(request: Request): Promise<unknown> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (bytes.byteLength === 0) return {}
  if (!isJson(request.headers.get('content-type') ?? undefined)) {
    throw new RequestError('wrong_content_type', 'application/json')
  }
  const body = parseJson(bytes)
  // Valibot object schemas accept arrays.
  if (Array.isArray(body)) throw new RequestError('bad_request', 'body: expected an object')
  return body
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new RequestError('bad_request', 'body: no JSON')
  }
}

/** Validates one part of a request. @throws RequestError naming the first invalid field */
export function readInput<Schema extends v.GenericSchema<unknown, unknown>>(
  schema: Schema,
  part: string,
  input: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input, { abortEarly: true })
  if (result.success) return result.output
  const [issue] = result.issues
  const field = v.getDotPath(issue)
  throw new RequestError('bad_request', `${field ?? part}: ${issue.message.slice(0, 200)}`)
}
