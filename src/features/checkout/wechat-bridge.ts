import type { BridgeRequest } from '#api/order.ts'

interface Bridge {
  invoke(
    name: 'getBrandWCPayRequest',
    request: BridgeRequest,
    done: (answer: { err_msg: string }) => void,
  ): void
}

/** The browser that shows the page, as far as WeChat adds to it. */
export interface WechatView {
  document: {
    addEventListener(
      name: 'WeixinJSBridgeReady',
      listener: () => void,
      options: { once: true },
    ): void
  }
  setTimeout(run: () => void, ms: number): number
  clearTimeout(timer: number): void
  WeixinJSBridge?: Bridge
}

/** WeChat adds its bridge while the page loads. */
const MAX_WAIT_MS = 5000

/** What became of a payment, as WeChat says: not reliable, the order has the last word. */
export type BridgeOutcome = 'paid' | 'cancelled' | 'failed'

function waitForBridge(view: WechatView): Promise<Bridge | null> {
  if (view.WeixinJSBridge) return Promise.resolve(view.WeixinJSBridge)
  return new Promise((resolve) => {
    const finish = () => resolve(view.WeixinJSBridge ?? null)
    const timer = view.setTimeout(finish, MAX_WAIT_MS)
    view.document.addEventListener(
      'WeixinJSBridgeReady',
      () => {
        view.clearTimeout(timer)
        finish()
      },
      { once: true },
    )
  })
}

/**
 * Opens a payment inside WeChat (pay.weixin.qq.com/doc/v3/merchant/4012791857).
 * @returns `failed` as well where the page is not shown by WeChat
 */
export async function payByBridge(
  request: BridgeRequest,
  view: WechatView = window,
): Promise<BridgeOutcome> {
  const bridge = await waitForBridge(view)
  if (!bridge) return 'failed'
  return new Promise((resolve) => {
    bridge.invoke('getBrandWCPayRequest', request, ({ err_msg: outcome }) => {
      if (outcome === 'get_brand_wcpay_request:ok') resolve('paid')
      else resolve(outcome === 'get_brand_wcpay_request:cancel' ? 'cancelled' : 'failed')
    })
  })
}
