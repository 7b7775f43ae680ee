import { createClient } from '#client/create-client.ts'
import { FETCH_TIMEOUT_MS } from '#config.ts'
import { localeOfPath } from '#i18n/paths.ts'
import { readToken } from './session.ts'

/** Calls the admin API from the browser: through the site's own origin, with this visitor's token. */
export const callApi = createClient({
  baseUrl: '',
  server: 0,
  getLocale: () => localeOfPath(globalThis.location.pathname),
  getToken: () => readToken(),
  timeoutMs: FETCH_TIMEOUT_MS,
})
