import { createClient } from '#client/create-client.ts'
import { FETCH_TIMEOUT_MS } from '#config.ts'
import { getPathLocale } from '#i18n/paths.ts'
import { endSession, readToken, renewSession } from './session.ts'

/** Creates a browser client that uses the site's own origin, in the language of the page or another. */
export const createBrowserClient = (
  getToken: () => string | null,
  getLocale = () => getPathLocale(globalThis.location.pathname),
) =>
  createClient({
    baseUrl: '',
    server: 0,
    getLocale,
    getToken,
    onRenewedToken: renewSession,
    timeoutMs: FETCH_TIMEOUT_MS,
  })

const call = createBrowserClient(readToken)

/**
 * Calls the admin API from the browser with this visitor's token. A 401 has no data (spec section 8) and
 * ends the session of the call in all islands of the page.
 */
export const callApi: typeof call = async (endpoint, input) => {
  const token = readToken()
  const result = await call(endpoint, input)
  if (result.status === 'unauthorized' && token !== null) endSession('expired', token)
  return result
}
