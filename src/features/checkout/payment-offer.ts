import type { Order } from '#api/order.ts'
import type { PayMethod, ProviderMethod } from '#api/pay-methods.ts'

/** WeChat's own browser; its pages can open neither WeChat's H5 payment nor Alipay. */
const WECHAT_BROWSER = /MicroMessenger/i

/** Methods whose QR code desktops show, for the app on a phone; others are paid on a page of the provider. */
export type CodeMethod = Extract<ProviderMethod, 'wechat' | 'sandbox'>

/** A method of an order and how it is paid on this device. */
export type PaymentOffer =
  | { method: 'balance'; way: 'balance' }
  /** A QR code for the app on a phone. */
  | { method: CodeMethod; way: 'scan' }
  /** A page or the app of the provider, which leads back. */
  | { method: ProviderMethod; way: 'redirect' }
  /** A call of the app whose browser shows this page. */
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
