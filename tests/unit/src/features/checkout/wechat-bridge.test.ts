import { describe, expect, test } from 'vitest'
import type { BridgeRequest } from '#api/payment.ts'
import { payByBridge, type WechatView } from '#features/checkout/wechat-bridge.ts'

const REQUEST: BridgeRequest = {
  appId: 'wx2421b1c4370ec43b',
  timeStamp: '1395712654',
  nonceStr: 'e61463f8efa94090b1f366cccfbbb444',
  package: 'prepay_id=wx21201855730335ac86f8c43d1889123400',
  signType: 'RSA',
  paySign: 'oR9d8PuhnIc',
}

const createBridge = (outcome: string) => {
  const calls: unknown[] = []
  const bridge = {
    invoke(name: string, request: BridgeRequest, done: (result: { err_msg: string }) => void) {
      calls.push([name, request])
      done({ err_msg: `get_brand_wcpay_request:${outcome}` })
    },
  }
  return { bridge, calls }
}

/** A browser whose timers elapse at once, or whose bridge loads late. */
function createView({ isReadyLater = false, outcome = 'ok' } = {}) {
  const { bridge, calls } = createBridge(outcome)
  const view: WechatView = {
    document: {
      addEventListener: (_name, listener) => {
        if (!isReadyLater) return
        view.WeixinJSBridge = bridge
        listener()
      },
    },
    setTimeout: (run) => {
      if (!isReadyLater) run()
      return 1
    },
    clearTimeout: () => {},
  }
  return { view, bridge, calls }
}

describe('payByBridge', () => {
  test.each([
    ['ok', 'paid'],
    ['cancel', 'cancelled'],
    ['fail', 'failed'],
    ['fail_no permission to execute', 'failed'],
  ])('reports the outcome %s as %s', async (outcome, expected) => {
    const { view, bridge, calls } = createView({ outcome })
    view.WeixinJSBridge = bridge
    expect(await payByBridge(REQUEST, view)).toBe(expected)
    expect(calls).toEqual([['getBrandWCPayRequest', REQUEST]])
  })

  test('waits for a bridge that loads later', async () => {
    const { view } = createView({ isReadyLater: true })
    expect(await payByBridge(REQUEST, view)).toBe('paid')
  })

  test('fails if no bridge loads', async () => {
    const { view } = createView()
    expect(await payByBridge(REQUEST, view)).toBe('failed')
  })
})
