import type { BridgeRequest } from '#api/payment.ts'

interface Bridge {
  invoke(
    name: 'getBrandWCPayRequest',
    request: BridgeRequest,
    done: (response: { err_msg: string }) => void,
  ): void
}

/** The part of `window` in use, with the bridge of WeChat's browser. */
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

/** Maximum wait for the bridge, which WeChat adds while the page loads. */
const MAX_WAIT_MS = 5000

/** The outcome of a payment as reported by WeChat's browser. It is not reliable: the order is. */
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
 * @returns the reported outcome; `failed` outside of WeChat's browser
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
