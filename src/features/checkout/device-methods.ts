import type { PayMethod } from '#api/order.ts'

/** WeChat's own browser; its pages can open neither WeChat's H5 payment nor Alipay. */
const WECHAT_BROWSER = /MicroMessenger/i

/** Whether a method takes the buyer to a page of the provider, on desktops as on phones. */
export const isRedirect = (method: PayMethod): method is 'stripe' => method === 'stripe'

/**
 * The offered methods that work on this device.
 * @param userAgent of the browser
 */
export function listDeviceMethods(
  offered: readonly PayMethod[],
  { userAgent, isPhone }: { userAgent: string; isPhone: boolean },
): PayMethod[] {
  if (!isPhone || !WECHAT_BROWSER.test(userAgent)) return [...offered]
  return offered.filter((method) => method !== 'wechat' && method !== 'alipay')
}
