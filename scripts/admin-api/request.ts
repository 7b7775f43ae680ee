import { randomUUID } from 'node:crypto'
import { LOCALES } from '#api/language.ts'
import type { Locale } from '#api/language.ts'

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
