import { getOrder } from '#api/order.ts'
import { createClient, type Answer } from '#client/create-client.ts'
import { FETCH_TIMEOUT_MS } from '#config.ts'
import { LOCALES, type Locale } from '#i18n/locales.ts'
import { endSession, readToken, renewSession } from './session.ts'
import type { KeptCard } from './ticket-cache.ts'

const callIn = (locale: Locale) =>
  createClient({
    baseUrl: '',
    server: 0,
    getLocale: () => locale,
    getToken: () => readToken(),
    onRenewedToken: renewSession,
    timeoutMs: FETCH_TIMEOUT_MS,
  })

/** Asks for an order in both languages: a ticket is read by guests and staff of either. */
export async function requestCard(orderNo: string, signal: AbortSignal): Promise<Answer<KeptCard>> {
  const token = readToken()
  const ask = (locale: Locale) => callIn(locale)(getOrder, { query: { order_no: orderNo }, signal })
  const [chinese, english] = await Promise.all([ask(LOCALES[0]), ask(LOCALES[1])])
  for (const answer of [chinese, english]) {
    if (answer.status === 'refused') return answer
    if (answer.status === 'ok') continue
    if (token !== null) endSession('expired', token)
    return answer
  }
  if (chinese.status !== 'ok' || english.status !== 'ok') return { status: 'unauthorized' }
  const orders = { 'zh-cn': chinese.data, en: english.data }
  return { status: 'ok', data: { orders, asOf: english.data.server_time } }
}
