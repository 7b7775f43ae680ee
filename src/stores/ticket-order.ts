import { getOrder } from '#api/order.ts'
import { createClient, type CallResult } from '#client/create-client.ts'
import { FETCH_TIMEOUT_MS } from '#config.ts'
import { SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import { endSession, readToken, renewSession } from './session.ts'
import type { CachedCard } from './ticket-cache.ts'

const callIn = (locale: Locale) =>
  createClient({
    baseUrl: '',
    server: 0,
    getLocale: () => locale,
    getToken: () => readToken(),
    onRenewedToken: renewSession,
    timeoutMs: FETCH_TIMEOUT_MS,
  })

/** Requests an order in every language of the site, because a ticket card shows all of them. */
export async function requestCard(
  orderNo: string,
  signal: AbortSignal,
): Promise<CallResult<CachedCard>> {
  const token = readToken()
  const request = async (locale: Locale) => ({
    locale,
    result: await callIn(locale)(getOrder, { query: { order_no: orderNo }, signal }),
  })
  const orders: CachedCard['orders'] = {}
  let asOf = ''
  for (const { locale, result } of await Promise.all(SITE_LOCALES.map(request))) {
    if (result.status !== 'ok') {
      if (result.status === 'unauthorized' && token !== null) endSession('expired', token)
      return result
    }
    orders[locale] = result.data
    asOf = result.data.server_time
  }
  return { status: 'ok', data: { orders, asOf } }
}
