import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { startAlipay, type Alipay } from '#tests/support/alipay/start-alipay.ts'
import { closeSound, createBuyer } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { startStripe, type StripeApi } from '#tests/support/stripe/start-stripe.ts'
import { startWechatPay, type WechatPay } from '#tests/support/wechat-pay/start-wechat-pay.ts'

const METHODS = ['wechat', 'alipay', 'stripe'] as const

let api: TestAdminApi
let wechat: WechatPay
let alipay: Alipay
let stripe: StripeApi
beforeAll(async () => {
  const now = () => api.clock.now
  ;[wechat, alipay, stripe] = await Promise.all([
    startWechatPay(now),
    startAlipay(now),
    startStripe(now),
  ])
})
afterAll(() => Promise.all([wechat.close(), alipay.close(), stripe.close()]))
beforeEach(async () => {
  const settings = { ...wechat.settings, ...alipay.settings, ...stripe.settings }
  api = await openAdminApi({
    settings: { ...settings, PAYMENT_PROVIDER: METHODS.join(','), AUTH_MODE: 'bearer' },
  })
})
afterEach(() => closeSound(api))

const setWeather = (weather: 'fair' | 'slow'): void => {
  for (const { state } of [wechat, alipay, stripe]) Object.assign(state, { weather })
}

test('providers that never answer hold up nobody for longer than five seconds', async () => {
  const carts = await Promise.all(
    METHODS.map(async (method) => {
      const buyer = createBuyer(api, await createMember(api))
      const { order_no } = await buyer.order({
        type: 'performance',
        show_id: 5,
        lines: [{ tier_id: 2, quantity: 1 }],
        expected_payable_fen: 18_050,
      })
      return { method, buyer, order_no }
    }),
  )
  const openAll = () =>
    Promise.all(
      carts.map(async ({ method, buyer, order_no }) => {
        const { code } = await buyer.call('POST /api/order/pay_h5', { order_no, method })
        return [method, code]
      }),
    )
  const all = (code: number) => METHODS.map((method) => [method, code])
  setWeather('slow')
  const opened = await openAll()
  // Alipay's page is an address that is signed here: no call is needed to open it.
  expect(opened).toEqual(
    all(500106).map(([method, code]) => [method, method === 'alipay' ? 200 : code]),
  )
  const cancelled = await Promise.all(
    carts.map(({ buyer, order_no }) => buyer.call('POST /api/order/cancel', { order_no })),
  )
  // The order of an open page stays until its trade is known to be closed.
  expect(cancelled.map(({ code }) => code)).toEqual([200, 500106, 200])
  setWeather('fair')
  const [, page] = carts
  if (!page) throw new Error('no order')
  const { code } = await page.buyer.call('POST /api/order/cancel', { order_no: page.order_no })
  expect(code).toBe(200)
}, 30_000)
