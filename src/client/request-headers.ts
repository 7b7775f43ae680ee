/**
 * The headers of every request to the admin API (spec section 7).
 * @param server 1 at build time, 0 in the browser
 * @param token the user token, null for visitors
 */
export const createHeaders = (
  server: 0 | 1,
  locale: string,
  token: string | null,
): Record<string, string> => ({
  server: String(server),
  lang: locale,
  token: token ?? '',
  ...(token === null ? {} : { authorization: `Bearer ${token}` }),
})
