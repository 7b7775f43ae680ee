import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { copyFixture, editFile, openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { startAlipay, type Alipay } from '#tests/support/alipay/start-alipay.ts'
import { buildTicketOrder, createBuyer, failRefunds, runJobs } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { runAdminLine } from '#tests/support/run-admin.ts'
import { startWechatPay, type WechatPay } from '#tests/support/wechat-pay/start-wechat-pay.ts'

const MINUTE = 60_000
const DAY = '2027-05-05'

let api: TestAdminApi
let wechat: WechatPay
let settings: Record<string, string>
beforeAll(async () => {
  wechat = await startWechatPay(() => api.clock.now)
})
afterAll(() => wechat.close())
beforeEach(async () => {
  wechat.trades.all.clear()
  Object.assign(wechat.state, { faultMode: 'none', faultyBill: null })
  settings = { ...wechat.settings, AUTH_MODE: 'bearer' }
  api = await openAdminApi({ settings })
})
afterEach(() => api.close())

/** Creates an order for one ticket. */
async function order() {
  const buyer = createBuyer(api, await createMember(api))
  const { order_no } = await buyer.order(buildTicketOrder(1))
  return { buyer, order_no }
}

/** Lets the API find the payments. */
async function settle(): Promise<void> {
  api.clock.now += 11_000
  await runJobs(api)
}

/** Sells a ticket paid at WeChat Pay. @returns the numbers of the order and the trade */
async function sell({ isSettled = true } = {}) {
  const { buyer, order_no } = await order()
  await buyer.call('POST /api/order/pay', { order_no, method: 'wechat' })
  const trade = [...wechat.trades.all.keys()].at(-1) ?? ''
  wechat.trades.pay(trade)
  if (isSettled) await settle()
  return { buyer, order_no, trade }
}

/** Runs a command at a time, for WeChat Pay as well. */
function runAt(at: string, ...line: string[]) {
  api.clock.now = Date.parse(at)
  return runAdminLine(api, line, { settings })
}
const reconcile = (day = DAY, at = '2027-05-08T11:00:00+08:00') =>
  runAt(at, 'orders', 'reconcile', day)

test('orders reconcile finds no difference in a day of payments and refunds', async () => {
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

test('orders reconcile knows a refund that the provider is still processing', async () => {
  const { buyer, order_no } = await sell()
  await buyer.call('POST /api/order/refund', { order_no })
  await runJobs(api)
  expect(await reconcile()).toMatchObject({
    code: 0,
    output: `wechat, ${DAY}: 2 lines, 0 differences`,
  })
})

/** Refunds an order while the provider is down. @returns its number */
async function failRefund(): Promise<string> {
  const { buyer, order_no } = await sell()
  await failRefunds(api, api.deps.payments.get('wechat'), () =>
    buyer.call('POST /api/order/refund', { order_no }),
  )
  return order_no
}

test('a refund that is sent again days later is expected in the bill of that day', async () => {
  const number = await failRefund()
  await runAt('2027-05-10T12:00:00+08:00', 'orders', 'refund', number, '--retry', '--yes')
  await runJobs(api)
  api.clock.now += MINUTE
  await runJobs(api)
  const at = '2027-05-13T11:00:00+08:00'
  expect((await reconcile(DAY, at)).output).toBe(`wechat, ${DAY}: 1 line, 0 differences`)
  expect((await reconcile('2027-05-10', at)).output).toBe(
    'wechat, 2027-05-10: 1 line, 0 differences',
  )
})

test('a refund that staff have paid by hand is not expected in the bill', async () => {
  const order_no = await failRefund()
  const line = ['orders', 'refund', order_no, '--settled-by-hand', '--yes']
  expect(await runAdminLine(api, line, { settings })).toMatchObject({
    code: 0,
  })
  expect(await reconcile()).toMatchObject({
    code: 0,
    output: `wechat, ${DAY}: 1 line, 0 differences`,
  })
})

test('orders reconcile lists every difference with its number and both amounts', async () => {
  const matching = await sell()
  const other = await sell()
  const missing = await sell()
  const unsettled = await sell({ isSettled: false })
  const trade = wechat.trades.find(other.trade)
  trade.total = 100
  wechat.trades.all.delete(missing.trade)
  const { code, output, errors } = await reconcile()
  expect(code).toBe(1)
  expect(errors).toContain('The bill and the books differ')
  const lines = output.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())
  expect(lines).toContain(`other amount payment ${other.trade} 1.00 180.50`)
  expect(lines).toContain(`not in our books payment ${unsettled.trade} 180.50`)
  expect(lines).toContain(`not in the bill payment ${missing.trade} 180.50`)
  expect(lines.at(-1)).toBe(`wechat, ${DAY}: 3 lines, 3 differences`)
  expect(output).not.toContain(matching.trade)
})

test('a payment shortly before midnight that was found after it is not a difference', async () => {
  api.clock.now = Date.parse('2027-05-05T23:59:55+08:00')
  await sell()
  expect((await reconcile('2027-05-05')).code).toBe(0)
  expect(await reconcile('2027-05-06')).toMatchObject({
    code: 0,
    output: 'wechat, 2027-05-06: 0 lines, 0 differences',
  })
})

describe('booking shortly before midnight that is in the next bill', () => {
  /** A payment booked before midnight by our clock and after it by the clock of WeChat Pay. */
  async function sellAtMidnight() {
    api.clock.now = Date.parse('2027-05-05T23:59:40+08:00')
    const { trade } = await sell()
    wechat.trades.find(trade).paidAt = Date.parse('2027-05-06T00:00:01+08:00')
  }

  test('is not a difference once that bill is available', async () => {
    await sellAtMidnight()
    expect(await reconcile(DAY, '2027-05-07T10:00:00+08:00')).toMatchObject({
      code: 0,
      output: `wechat, ${DAY}: 0 lines, 0 differences`,
    })
  })

  test('is left for the next bill while that is not available', async () => {
    await sellAtMidnight()
    const { code, output } = await reconcile(DAY, '2027-05-06T11:00:00+08:00')
    expect(code).toBe(0)
    expect(output).toContain('1 booking of the last hour left for the next bill')
  })

  test('is not compared while that bill cannot be read', async () => {
    await sellAtMidnight()
    wechat.state.faultyBill = '2027-05-06'
    const { code, output, errors } = await reconcile(DAY, '2027-05-07T10:00:00+08:00')
    expect([code, output]).toEqual([1, ''])
    expect(errors).toContain(`wechat, ${DAY}: 500 SYSTEM_ERROR`)
    expect(errors).toContain('Not compared: wechat')
  })
})

test('a bill that is not available yet is not treated as empty', async () => {
  await sell()
  const { code, errors } = await reconcile(DAY, '2027-05-06T09:59:00+08:00')
  expect(code).toBe(1)
  expect(errors).toContain(
    'The bill of 2027-05-05 is available from 10:00 (Beijing) on the next day',
  )
})

test('a venue in another time zone compares the days of the bill, which are those of Beijing', async () => {
  const root = copyFixture(api.dataDir)
  editFile(join(root, 'site.yaml'), /^tagline:/m, 'time_zone: Europe/London\ntagline:')
  await api.importFrom(root)
  api.clock.now = Date.parse('2027-05-05T19:00:00+01:00')
  await sell()
  expect(await reconcile(DAY, '2027-05-06T11:00:00+01:00')).toMatchObject({
    code: 0,
    output: `wechat, ${DAY}: 0 lines, 0 differences`,
  })
  expect(await reconcile('2027-05-06', '2027-05-07T10:30:00+08:00')).toMatchObject({
    code: 0,
    output: 'wechat, 2027-05-06: 1 line, 0 differences',
  })
})

test('a bill with a wrong hash is rejected', async () => {
  await sell()
  wechat.state.faultMode = 'changed bill'
  const { code, errors } = await reconcile()
  expect(code).not.toBe(0)
  expect(errors).toContain('does not match its hash')
})

test('an invalid day is rejected', async () => {
  expect((await reconcile('yesterday')).errors).toContain('Expected a day like 2027-05-05.')
})

describe('bill of Alipay', () => {
  let alipay: Alipay
  beforeAll(async () => {
    alipay = await startAlipay(() => api.clock.now)
  })
  afterAll(() => alipay.close())
  beforeEach(async () => {
    await api.close()
    alipay.trades.all.clear()
    alipay.state.faultMode = 'none'
    settings = { ...alipay.settings, AUTH_MODE: 'bearer' }
    api = await openAdminApi({ settings })
  })

  async function sellByAlipay() {
    const { buyer, order_no } = await order()
    const { data } = await buyer.call('POST /api/order/pay', { order_no, method: 'alipay' })
    const { outTradeNo } = alipay.openPage((data as { code_url: string }).code_url)
    alipay.trades.pay(outTradeNo)
    await settle()
    return { buyer, order_no, outTradeNo }
  }

  test('matches a day of payments and refunds', async () => {
    await sellByAlipay()
    const { buyer, order_no } = await sellByAlipay()
    await buyer.call('POST /api/order/refund', { order_no })
    await runJobs(api)
    expect(await reconcile()).toMatchObject({
      code: 0,
      output: `alipay, ${DAY}: 3 lines, 0 differences`,
    })
  })

  test('lists what one side lacks', async () => {
    const missing = await sellByAlipay()
    const other = await sellByAlipay()
    alipay.trades.all.delete(missing.outTradeNo)
    alipay.trades.find(other.outTradeNo).total = 100
    const { code, output } = await reconcile()
    const lines = output.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())
    expect(code).toBe(1)
    expect(lines).toContain(`other amount payment ${other.outTradeNo} 1.00 180.50`)
    expect(lines).toContain(`not in the bill payment ${missing.outTradeNo} 180.50`)
  })

  test.each(['broken bill', 'unreachable', 'unsigned'] as const)(
    'that cannot be read (%s) is not treated as empty',
    async (faultMode) => {
      await sellByAlipay()
      alipay.state.faultMode = faultMode
      const { code, errors } = await reconcile()
      expect(code).toBe(1)
      expect(errors).toContain('Not compared: alipay')
    },
  )
})
