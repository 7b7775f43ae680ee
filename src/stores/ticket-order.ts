import { getOrder } from '#api/order.ts'
import type { CallResult } from '#client/create-client.ts'
import { SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import { createBrowserClient } from './client.ts'
import { endSession, readToken } from './session.ts'
import type { CachedCard } from './ticket-cache.ts'

/** Requests an order in every language of the site: guests and staff read the same ticket. */
export async function requestCard(
  orderNo: string,
  signal: AbortSignal,
): Promise<CallResult<CachedCard>> {
  const token = readToken()
  const request = async (locale: Locale) => ({
    locale,
    answer: await createBrowserClient(readToken, () => locale)(getOrder, {
      query: { order_no: orderNo },
      signal,
    }),
  })
  const orders: CachedCard['orders'] = {}
  let asOf = ''
  for (const { locale, answer } of await Promise.all(SITE_LOCALES.map(request))) {
    if (answer.status !== 'ok') {
      if (answer.status === 'unauthorized' && token !== null) endSession('expired', token)
      return answer
    }
    orders[locale] = answer.data
    asOf = answer.data.server_time
  }
  return { status: 'ok', data: { orders, asOf } }
}
