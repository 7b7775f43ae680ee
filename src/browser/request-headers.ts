import { readCookie } from './read-cookie.ts'

// The scripts of content pages share no modules with islands, because a shared module would be an extra
// file: these are the rules of `stores/session.ts` and `client/request-headers.ts`.

/** A stored user token; `2`, `undefined` and empty are not tokens. */
const TOKEN = /^[\w.~+/=-]{16,512}$/

const asToken = (text: string | null | undefined): string | null =>
  text && TOKEN.test(text) ? text : null

interface TokenEnvironment {
  cookies: () => string
  /** Throws if storage is blocked. */
  storage: () => Pick<Storage, 'getItem'>
}

/** Reads the token of this visitor; null without one. Cookies take precedence (spec section 6). */
export function readStoredToken(
  name: string,
  { cookies, storage }: TokenEnvironment,
): string | null {
  try {
    return asToken(readCookie(cookies(), name)) ?? asToken(storage().getItem(name))
  } catch {
    // Without storage there is no session.
    return null
  }
}

/** The headers of every request to the admin API (spec section 7). */
export const createHeaders = (locale: string, token: string | null): Record<string, string> => ({
  server: '0',
  lang: locale,
  token: token ?? '',
  ...(token === null ? {} : { authorization: `Bearer ${token}` }),
})
