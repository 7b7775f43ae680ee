import { getOrder } from '#api/order.ts'
import type { CallResult } from '#client/create-client.ts'
import { SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import { createBrowserClient } from './client.ts'
import { endSession, readToken } from './session.ts'
import type { CachedCard } from './ticket-cache.ts'

/** Requests an order in every language of the site, because a ticket card shows all of them. */
export async function requestCard(
  orderNo: string,
  signal: AbortSignal,
): Promise<CallResult<CachedCard>> {
  const token = readToken()
  const request = async (locale: Locale) => ({
    locale,
    result: await createBrowserClient(readToken, () => locale)(getOrder, {
      query: { order_no: orderNo },
      signal,
    }),
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
