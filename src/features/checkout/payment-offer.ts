import type { Order } from '#api/order.ts'
import type { PayMethod, ProviderMethod } from '#api/pay-methods.ts'

/** WeChat's browser, which can open neither WeChat's H5 payment nor Alipay. */
const WECHAT_BROWSER = /MicroMessenger/i

/** Methods with a QR code for the app on a phone, shown on desktops; others redirect to the provider. */
export type CodeMethod = Extract<ProviderMethod, 'wechat' | 'sandbox'>

/** A payment method of an order, and how it works on this device. */
export type PaymentOffer =
  | { method: 'balance'; way: 'balance' }
  /** A QR code for the app on a phone. */
  | { method: CodeMethod; way: 'scan' }
  /** A redirect to a page or the app of the provider, which redirects back. */
  | { method: ProviderMethod; way: 'redirect' }
  /** A JavaScript call of the app in whose browser this page is open. */
  | { method: 'wechat'; way: 'in_app' }

interface Device {
  userAgent: string
  isPhone: boolean
}

const hasCode = (method: PayMethod): method is CodeMethod =>
  method === 'wechat' || method === 'sandbox'

function findOffer(
  method: PayMethod,
  { in_app_methods }: Pick<Order, 'in_app_methods'>,
  { userAgent, isPhone }: Device,
): PaymentOffer | null {
  if (method === 'balance') return { method, way: 'balance' }
  const isInWechat = isPhone && WECHAT_BROWSER.test(userAgent)
  if (isInWechat && method === 'alipay') return null
  if (isInWechat && method === 'wechat') {
    return in_app_methods.includes(method) ? { method, way: 'in_app' } : null
  }
  return !isPhone && hasCode(method) ? { method, way: 'scan' } : { method, way: 'redirect' }
}

/** The methods of an order that work on this device. */
export const listOffers = (
  order: Pick<Order, 'pay_methods' | 'in_app_methods'>,
  device: Device,
): PaymentOffer[] =>
  order.pay_methods
    .map((method) => findOffer(method, order, device))
    .filter((offer) => offer !== null)
