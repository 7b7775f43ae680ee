import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createConfig, openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { createBuyer, runJobs } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { runAdminLine } from '#tests/support/run-admin.ts'
import { startWechatPay, type WechatPay } from '#tests/support/wechat-pay/start-wechat-pay.ts'

const MINUTE = 60_000
const DAY = '2027-05-05'
const PRICE = 18_050

// The command has the clock of the machine, and so has WeChat Pay while it runs.
let isCommand = false
let api: TestAdminApi
let wechat: WechatPay
const settings = () => ({ ...wechat.settings, AUTH_MODE: 'bearer' })
beforeAll(async () => {
  wechat = await startWechatPay(() => (isCommand ? Date.now() : api.clock.now))
})
afterAll(() => wechat.close())
beforeEach(async () => {
  wechat.trades.all.clear()
  wechat.state.weather = 'fair'
  api = await openAdminApi({ settings: settings() })
})
afterEach(() => api.close())

/** Sells a ticket that is paid at WeChat Pay. @returns number of the order and of the trade */
async function sell({ isTold = true } = {}) {
  const buyer = createBuyer(api, await createMember(api))
  const { order_no } = await buyer.order({
    type: 'performance',
    show_id: 5,
    lines: [{ tier_id: 2, quantity: 1 }],
    expected_payable_fen: PRICE,
  })
  await buyer.call('POST /api/order/pay', { order_no, method: 'wechat' })
  const trade = [...wechat.trades.all.keys()].at(-1) ?? ''
  wechat.trades.pay(trade)
  if (isTold) {
    api.clock.now += 11_000
    await runJobs(api)
  }
  return { buyer, order_no, trade }
}

async function reconcile(day = DAY) {
  isCommand = true
  try {
    return await runAdminLine(
      () => createConfig(api.dataDir, settings()),
      ['orders', 'reconcile', day],
    )
  } finally {
    isCommand = false
  }
}

test('a day of payments and refunds agrees with the bill', async () => {
  await sell()
  const { buyer, order_no } = await sell()
  await buyer.call('POST /api/order/refund', { order_no })
  await runJobs(api)
  api.clock.now += MINUTE
  await runJobs(api)
  expect(await reconcile()).toMatchObject({
    code: 0,
    output: `wechat, ${DAY}: 3 lines, 0 differences`,
  })
})

test('every difference is named with its number and both amounts', async () => {
  const known = await sell()
  const other = await sell()
  const missing = await sell()
  const unheard = await sell({ isTold: false })
  const trade = wechat.trades.find(other.trade)
  trade.total = 100
  wechat.trades.all.delete(missing.trade)
  const { code, output, errors } = await reconcile()
  expect(code).toBe(1)
  expect(errors).toContain('The bill and the books differ')
  const lines = output.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())
  expect(lines).toContain(`other amount payment ${other.trade} 1.00 180.50`)
  expect(lines).toContain(`not in our books payment ${unheard.trade} 180.50`)
  expect(lines).toContain(`not in the bill payment ${missing.trade} 180.50`)
  expect(lines.at(-1)).toBe(`wechat, ${DAY}: 3 lines, 3 differences`)
  expect(output).not.toContain(known.trade)
})

test('a payment of the last minute that was heard of after midnight is no difference', async () => {
  api.clock.now = Date.parse('2027-05-05T23:59:55+08:00')
  await sell()
  expect((await reconcile('2027-05-05')).code).toBe(0)
  expect(await reconcile('2027-05-06')).toMatchObject({
    code: 0,
    output: 'wechat, 2027-05-06: 0 lines, 0 differences',
  })
})

test('a bill that was changed on its way is refused', async () => {
  await sell()
  wechat.state.weather = 'changed bill'
  const { code, errors } = await reconcile()
  expect(code).not.toBe(0)
  expect(errors).toContain('was changed on its way')
})

test('a day that is none is refused', async () => {
  expect((await reconcile('yesterday')).errors).toContain('Expected a day like 2027-05-05.')
})
