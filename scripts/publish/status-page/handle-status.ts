import { parse } from 'hono/utils/cookie'
import { DEFAULT_LOCALE, isLocale, SITE_LOCALES } from '#i18n/locales.ts'
import { findAcceptedLocale } from '../../lib/accepted-locale.ts'
import type { Exchange } from '../../serve/exchange.ts'
import type { RequestTarget } from '../../serve/parse-target.ts'
import { sendJson, sendResponse, sendStaffPage } from '../../serve/send-response.ts'
import type { PublishStatus } from '../status.ts'
import { renderKeyNeeded, renderStatus } from './render-status.ts'
import { isStatusKey, STATUS_PATH } from './status-key.ts'

interface StatusPageOptions {
  readonly status: () => PublishStatus
  /** The webhook secrets from which the key of the page is derived. */
  secrets: readonly string[]
  /** Whether the public address uses https. */
  https: boolean
}

const COOKIE = 'publish-status'
const VARY = { Vary: 'Accept, Accept-Language, Cookie' }

/** Creates the handler of `GET /hooks/status`. The key in the address is stored in a cookie on first use. */
export function createStatusPage({ status, secrets, https }: StatusPageOptions) {
  return async function handle(exchange: Exchange, { query }: RequestTarget): Promise<void> {
    const { request } = exchange
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendJson(exchange, 405, { error: 'method not allowed' }, { Allow: 'GET, HEAD' })
    }
    const parameters = new URLSearchParams(query)
    const requested = parameters.get('lang')
    const locale = isLocale(requested)
      ? requested
      : (findAcceptedLocale(request.headers['accept-language'], SITE_LOCALES) ?? DEFAULT_LOCALE)
    const wantsJson = /\bapplication\/json\b/.test(request.headers.accept ?? '')
    const given = parameters.get('key')
    const key = given ?? parse(request.headers.cookie ?? '', COOKIE)[COOKIE]
    if (key === undefined || !isStatusKey(key, secrets)) {
      if (wantsJson) return sendJson(exchange, 403, { error: 'key needed' })
      return sendStaffPage(exchange, 403, renderKeyNeeded(locale), VARY)
    }
    if (wantsJson) return sendJson(exchange, 200, status())
    if (given !== null) {
      // Redirects to an address without the key, which must not end up in history or screenshots. Lax,
      // because browsers send no strict cookie after the redirect of a link in a mail or a chat.
      const cookie = `${COOKIE}=${given}; Path=/hooks; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`
      const location = parameters.has('lang') ? `${STATUS_PATH}?lang=${locale}` : STATUS_PATH
      return sendResponse(exchange, 303, '', { Location: location, 'Set-Cookie': cookie })
    }
    return sendStaffPage(exchange, 200, renderStatus(status(), locale), VARY)
  }
}
