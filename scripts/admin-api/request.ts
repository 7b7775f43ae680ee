import { randomUUID } from 'node:crypto'
import { LOCALES } from '#api/language.ts'
import type { Locale } from '#api/language.ts'

const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/
const TOKEN = /^v1\.[A-Za-z0-9_-]{43}$/

/** The caller's request id when it is harmless to repeat, else a new one. */
export function readRequestId(given: string | undefined): string {
  return given !== undefined && REQUEST_ID.test(given) ? given : randomUUID()
}

/** The language of an answer: the `lang` header, Chinese when it is missing or unknown. */
export function readLanguage(given: string | undefined): Locale {
  return LOCALES.find((locale) => locale === given?.toLowerCase()) ?? LOCALES[0]
}

/**
 * The session token of a request, null for a visitor: `2` (not read yet), `undefined` and whatever
 * else has no token's form count as none. Two tokens that disagree are none either.
 */
export function readToken(
  token: string | undefined,
  authorization: string | undefined,
): string | null {
  const bearer = authorization?.match(/^Bearer ([^ ]+)$/i)?.[1]
  const given = [token, bearer].filter((value) => value !== undefined && TOKEN.test(value))
  return new Set(given).size === 1 ? (given[0] ?? null) : null
}
