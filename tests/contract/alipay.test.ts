import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelOrder } from '#scripts/admin-api/orders/end-order.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { readRow } from '#tests/support/database.ts'
import { startAlipay, type Alipay } from '#tests/support/alipay/start-alipay.ts'
import { createKeyPair } from '#tests/support/alipay/messages.ts'
import {
  buildTicketOrder,
  checkAndClose,
  countPayments,
  createBuyer,
  runJobs,
  TICKET_FEN,
  type Buyer,
} from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { runRandomPayments, RANDOM_PAYMENTS_MS } from '#tests/support/random-payments.ts'

const MINUTE = 60_000

let clock: { now: number }
let alipay: Alipay
let api: TestAdminApi
let buyer: Buyer
beforeAll(async () => {
  alipay = await startAlipay(() => clock.now)
})
afterAll(() => alipay.close())
beforeEach(async () => {
  Object.assign(alipay.state, { faultMode: 'none', key: alipay.keys[1], appCertificate: null })
  await open()
})
afterEach(() => checkAndClose(api))

async function open(settings: Record<string, string> = {}): Promise<void> {
  const all = { ...alipay.settings, AUTH_MODE: 'bearer', ...settings }
  api = await openAdminApi({ settings: all })
  clock = api.clock
  buyer = createBuyer(api, await createMember(api))
}

/** Opens a payment. @returns the URL of Alipay's page */
async function pay(order_no: string, on: 'desktop' | 'phone' = 'desktop'): Promise<string> {
  const key = on === 'desktop' ? 'POST /api/order/pay' : 'POST /api/order/pay_h5'
  const { code, data } = await buyer.call(key, { order_no, method: 'alipay' })
  expect(code).toBe(200)
  const { code_url, h5_url } = data as { code_url?: string; h5_url?: string }
  return code_url ?? h5_url ?? ''
}

/** An order whose payment page the buyer has opened. */
async function openOrder(on: 'desktop' | 'phone' = 'desktop') {
  const { order_no } = await buyer.order(buildTicketOrder(2))
  const trade = alipay.openPage(await pay(order_no, on))
  return { order_no, trade, outTradeNo: trade.outTradeNo }
}

async function post(body: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const response = await api.app.request('/api/pay/alipay_notify', {
    method: 'POST',
    body,
    headers,
  })
  return { status: response.status, text: await response.text() }
}

const ACCEPTED = { status: 200, text: 'success' }

describe('orders paid at Alipay', () => {
  test.each([
    ['desktop', 'alipay.trade.page.pay'],
    ['phone', 'alipay.trade.wap.pay'],
  ] as const)('can be paid on a %s on Alipay’s page, and refunded', async (on, method) => {
    const { order_no, trade, outTradeNo } = await openOrder(on)
    const { title } = await buyer.read(order_no)
    expect(trade).toMatchObject({
      method,
      total: 2 * TICKET_FEN,
      subject: `${title} ${order_no}`,
      notifyUrl: 'https://theatre.example/api/pay/alipay_notify',
      returnUrl: `https://theatre.example/pay/pay?id=${order_no}`,
    })
    alipay.trades.pay(outTradeNo)
    const notification = alipay.notify(outTradeNo)
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(notification)))
    expect(responses).toEqual(responses.map(() => ACCEPTED))
    expect([await countPayments(api), await buyer.readStatus(order_no)]).toEqual([1, 'paid'])
    expect((await buyer.call('POST /api/order/refund', { order_no })).code).toBe(200)
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('refunded')
    expect([...trade.refunds.values()]).toMatchObject([{ amount: 2 * TICKET_FEN }])
  })

  test('open the same page on a repeated click', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    expect(await pay(order_no)).toBe(await pay(order_no))
  })

  test('are found paid by polling, without a notification', async () => {
    const { order_no, outTradeNo } = await openOrder()
    alipay.trades.pay(outTradeNo)
    clock.now += 11_000
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('paid')
  })

  test('close their trade when cancelled', async () => {
    const { order_no, trade } = await openOrder()
    expect((await buyer.call('POST /api/order/cancel', { order_no })).code).toBe(200)
    expect(trade.status).toBe('TRADE_CLOSED')
  })

  test('cannot be cancelled after the buyer has paid', async () => {
    const { order_no, outTradeNo } = await openOrder()
    alipay.trades.pay(outTradeNo)
    expect((await buyer.call('POST /api/order/cancel', { order_no })).code).toBe(500107)
    expect(await buyer.readStatus(order_no)).toBe('paid')
  })

  test('expire together with their trade: the page accepts no payment afterwards', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const page = await pay(order_no)
    clock.now += 20 * MINUTE
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('cancelled')
    expect(() => alipay.openPage(page)).toThrow('ACQ.INVALID_PARAMETER')
  })

  test('count as paid if staff refunded them in full at Alipay before the payment was seen', async () => {
    const { order_no, outTradeNo, trade } = await openOrder()
    alipay.trades.pay(outTradeNo)
    // Staff refund on Alipay's own page before the payment is known here.
    alipay.trades.refund(outTradeNo, 'by-hand', trade.total)
    clock.now += 11_000
    await runJobs(api)
    expect([await countPayments(api), await buyer.readStatus(order_no)]).toEqual([1, 'paid'])
  })
})

describe('Alipay page opened after its order was cancelled', () => {
  async function payLate() {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const page = await pay(order_no)
    // There is no trade to close yet: the page creates it.
    expect((await buyer.call('POST /api/order/cancel', { order_no })).code).toBe(200)
    const { outTradeNo } = alipay.openPage(page)
    alipay.trades.pay(outTradeNo)
    return { order_no, outTradeNo }
  }

  test('restores the order when Alipay notifies the payment', async () => {
    const { order_no, outTradeNo } = await payLate()
    expect(await post(alipay.notify(outTradeNo))).toEqual(ACCEPTED)
    expect([await countPayments(api), await buyer.readStatus(order_no)]).toEqual([1, 'paid'])
  })

  test('restores the order when polling finds the payment without a notification', async () => {
    const { order_no } = await payLate()
    clock.now += 5 * MINUTE
    await runJobs(api)
    expect(await countPayments(api)).toBe(0)
    clock.now += 15 * MINUTE
    await runJobs(api)
    expect([await countPayments(api), await buyer.readStatus(order_no)]).toEqual([1, 'paid'])
    // No further queries.
    const calls = alipay.state.calls.length
    clock.now += 60 * MINUTE
    await runJobs(api)
    expect(alipay.state.calls).toHaveLength(calls)
  })

  test('restores an order that staff cancelled, when only polling finds the payment', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const page = await pay(order_no)
    await api.db.transaction(async (trx) => {
      const orders = trx.selectFrom('order').selectAll().where('order_no', '=', order_no)
      await cancelOrder(trx, await orders.executeTakeFirstOrThrow(), 'staff', clock.now)
    })
    // There is no trade to close yet.
    await runJobs(api)
    alipay.trades.pay(alipay.openPage(page).outTradeNo)
    clock.now += 20 * MINUTE
    await runJobs(api)
    expect([await countPayments(api), await buyer.readStatus(order_no)]).toEqual([1, 'paid'])
  })

  test('is queried once if the buyer never opened it', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    await pay(order_no)
    await buyer.call('POST /api/order/cancel', { order_no })
    const calls = alipay.state.calls.length
    clock.now += 20 * MINUTE
    await runJobs(api)
    clock.now += 20 * MINUTE
    await runJobs(api)
    expect(alipay.state.calls.slice(calls)).toEqual(['alipay.trade.close'])
    expect(await buyer.readStatus(order_no)).toBe('cancelled')
  })
})

test('a second page is closed once the order is paid on the first', async () => {
  const { order_no } = await buyer.order(buildTicketOrder(2))
  const page = await pay(order_no)
  // The first page is not opened yet, so it cannot be closed.
  const second = alipay.openPage(await pay(order_no, 'phone'))
  const first = alipay.openPage(page)
  alipay.trades.pay(first.outTradeNo)
  expect(await post(alipay.notify(first.outTradeNo))).toEqual(ACCEPTED)
  expect(await buyer.readStatus(order_no)).toBe('paid')
  clock.now += 11_000
  await runJobs(api)
  expect(second.status).toBe('TRADE_CLOSED')
  // No further queries.
  const calls = alipay.state.calls.length
  clock.now += 60 * MINUTE
  await runJobs(api)
  expect(alipay.state.calls).toHaveLength(calls)
})

const edit = (body: string, fields: Record<string, string>): string => {
  const form = new URLSearchParams(body)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form.toString()
}
const drop = (body: string, name: string): string => {
  const form = new URLSearchParams(body)
  form.delete(name)
  return form.toString()
}

/** Forged or irrelevant notifications with the response status: 200 if authentic but irrelevant. */
const NO_PAYMENTS: [string, number, (no: string) => string][] = [
  ['signed with a foreign key', 401, (no) => alipay.notify(no, {}, createKeyPair())],
  ['without a signature', 401, (no) => drop(alipay.notify(no), 'sign')],
  ['with an empty signature', 401, (no) => edit(alipay.notify(no), { sign: '' })],
  [
    'with the signature of another notification',
    401,
    (no) => edit(alipay.notify(no), { sign: readSign(no) }),
  ],
  ['without a signature type', 401, (no) => drop(alipay.notify(no), 'sign_type')],
  ['signed by SHA-1', 401, (no) => edit(alipay.notify(no), { sign_type: 'RSA' })],
  ['of a changed amount', 401, (no) => edit(alipay.notify(no), { total_amount: '0.01' })],
  ['of a changed state', 401, (no) => edit(alipay.notify(no), { trade_status: 'TRADE_FINISHED' })],
  ['of a changed trade', 401, (no) => edit(alipay.notify(no), { out_trade_no: 'E0' })],
  [
    'of a changed time',
    401,
    (no) => edit(alipay.notify(no), { notify_time: '2027-05-06 00:00:00' }),
  ],
  ['with an additional field', 401, (no) => edit(alipay.notify(no), { more: '1' })],
  ['with a missing field', 401, (no) => drop(alipay.notify(no), 'buyer_id')],
  ['with a duplicate field', 401, (no) => `${alipay.notify(no)}&total_amount=361.00`],
  ['for another app', 401, (no) => alipay.notify(no, { app_id: '2021000000000000' })],
  ['for another seller', 401, (no) => alipay.notify(no, { seller_id: '2088000000000000' })],
  ['of a smaller amount', 400, (no) => alipay.notify(no, { total_amount: '0.01' })],
  ['of a larger amount', 400, (no) => alipay.notify(no, { total_amount: '361.01' })],
  ['of an invalid amount', 401, (no) => alipay.notify(no, { total_amount: '3.61e2' })],
  ['of an unknown trade', 400, (no) => alipay.notify(no, { out_trade_no: 'E00000000' })],
  ['without a payment number', 401, (no) => alipay.notify(no, { trade_no: '' })],
  ['in JSON', 401, () => '{"trade_status":"TRADE_SUCCESS"}'],
  ['without a body', 401, () => ''],
  ['of a pending trade', 200, (no) => alipay.notify(no, { trade_status: 'WAIT_BUYER_PAY' })],
  ['of a closed trade', 200, (no) => alipay.notify(no, { trade_status: 'TRADE_CLOSED' })],
  ['of an unknown state', 200, (no) => alipay.notify(no, { trade_status: 'PAID' })],
  [
    'of a refund before its payment',
    200,
    (no) => alipay.notify(no, { refund_fee: '361.00', out_biz_no: 'R0' }),
  ],
]

const readSign = (no: string) =>
  new URLSearchParams(alipay.notify(no, { notify_id: 'another' })).get('sign') ?? ''

describe('Alipay notifications', () => {
  test.each(NO_PAYMENTS)('%s get status %i and change nothing', async (_, status, forge) => {
    const { order_no, outTradeNo } = await openOrder()
    const before = await buyer.read(order_no)
    alipay.trades.pay(outTradeNo)
    const response = await post(forge(outTradeNo))
    expect(response.status).toBe(status)
    if (status !== 200) expect(response.text).not.toBe('success')
    expect(await countPayments(api)).toBe(0)
    expect(await buyer.read(order_no)).toEqual(before)
  })

  test('change nothing when repeated a day later', async () => {
    const { order_no, outTradeNo } = await openOrder()
    alipay.trades.pay(outTradeNo)
    const notification = alipay.notify(outTradeNo)
    await post(notification)
    await buyer.call('POST /api/order/refund', { order_no })
    await runJobs(api)
    clock.now += 25 * 60 * MINUTE
    expect(await post(notification)).toEqual(ACCEPTED)
    const order = await readRow(
      api.db,
      sql`SELECT status FROM "order" WHERE order_no = ${order_no}`,
    )
    expect([await countPayments(api), order?.['status']]).toEqual([1, 'refunded'])
  })

  test('are accepted in any order, and for finished trades', async () => {
    const first = await openOrder()
    const other = createBuyer(api, await createMember(api))
    const { order_no } = await other.order(buildTicketOrder(2))
    const { data } = await other.call('POST /api/order/pay', { order_no, method: 'alipay' })
    const second = alipay.openPage((data as { code_url: string }).code_url).outTradeNo
    for (const no of [first.outTradeNo, second]) alipay.trades.pay(no)
    expect(await post(alipay.notify(second))).toEqual(ACCEPTED)
    expect(await post(alipay.notify(first.outTradeNo))).toEqual(ACCEPTED)
    const finished = alipay.notify(second, { trade_status: 'TRADE_FINISHED' })
    expect(await post(finished)).toEqual(ACCEPTED)
    expect(await buyer.readStatus(first.order_no)).toBe('paid')
    expect(await other.readStatus(order_no)).toBe('paid')
    expect(await countPayments(api)).toBe(2)
  })

  test('of a refund trigger a query of its state', async () => {
    const { order_no, outTradeNo, trade } = await openOrder()
    alipay.trades.pay(outTradeNo)
    await post(alipay.notify(outTradeNo))
    alipay.state.faultMode = 'lost response'
    await buyer.call('POST /api/order/refund', { order_no })
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('refunding')
    alipay.state.faultMode = 'none'
    const [number = ''] = trade.refunds.keys()
    const notification = alipay.notify(outTradeNo, { refund_fee: '361.00', out_biz_no: number })
    expect(await post(notification)).toEqual(ACCEPTED)
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('refunded')
    expect(trade.refunds.size).toBe(1)
  })
})

describe('when Alipay fails', () => {
  const FAULTS = [
    'lost response',
    'unreachable',
    'unsigned',
    'foreign signature',
    'system error',
    'server error',
    'captive portal',
  ] as const

  test.each(FAULTS)('(%s) a payment is found later and recorded once', async (faultMode) => {
    const { order_no, outTradeNo } = await openOrder()
    alipay.trades.pay(outTradeNo)
    alipay.state.faultMode = faultMode
    clock.now += 11_000
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('pending')
    alipay.state.faultMode = 'none'
    clock.now += MINUTE
    await runJobs(api)
    expect([await countPayments(api), await buyer.readStatus(order_no)]).toEqual([1, 'paid'])
  })

  test.each(FAULTS)(
    '(%s) a refund is retried until it succeeds, and made once',
    async (faultMode) => {
      const { order_no, outTradeNo, trade } = await openOrder()
      alipay.trades.pay(outTradeNo)
      await post(alipay.notify(outTradeNo))
      alipay.state.faultMode = faultMode
      await buyer.call('POST /api/order/refund', { order_no })
      await runJobs(api)
      expect(await buyer.readStatus(order_no)).toBe('refunding')
      alipay.state.faultMode = 'none'
      clock.now += MINUTE
      await runJobs(api)
      expect(await buyer.readStatus(order_no)).toBe('refunded')
      expect(trade.refunds.size).toBe(1)
    },
  )

  test.each(FAULTS)(
    '(%s) an expired order stays pending until its trade state is known',
    async (faultMode) => {
      const { order_no, outTradeNo } = await openOrder()
      alipay.trades.pay(outTradeNo)
      alipay.state.faultMode = faultMode
      clock.now += 40 * MINUTE
      await runJobs(api)
      expect(await buyer.readStatus(order_no)).toBe('pending')
      alipay.state.faultMode = 'none'
      clock.now += MINUTE
      await runJobs(api)
      expect(await buyer.readStatus(order_no)).toBe('paid')
    },
  )

  test('buyers can still open the payment page, which needs no API call', async () => {
    alipay.state.faultMode = 'unreachable'
    const { order_no } = await buyer.order(buildTicketOrder(2))
    expect(alipay.openPage(await pay(order_no)).total).toBe(2 * TICKET_FEN)
  })

  test('a payment page is rejected by Alipay if the clock of the API is an hour late', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const page = await pay(order_no)
    clock = { now: api.clock.now + 60 * MINUTE }
    expect(() => alipay.openPage(page)).toThrow('ACQ.INVALID_PARAMETER')
    clock = api.clock
    expect(await buyer.readStatus(order_no)).toBe('pending')
  })
})

describe('key rotation', () => {
  test('accepts both keys of Alipay in the middle of an order', async () => {
    alipay.state.key = alipay.keys[0]
    const { order_no, outTradeNo, trade } = await openOrder()
    alipay.trades.pay(outTradeNo)
    alipay.state.key = alipay.keys[1]
    expect(await post(alipay.notify(outTradeNo, {}, alipay.keys[0]))).toEqual(ACCEPTED)
    expect(await buyer.readStatus(order_no)).toBe('paid')
    await buyer.call('POST /api/order/refund', { order_no })
    await runJobs(api)
    expect([await buyer.readStatus(order_no), trade.refunds.size]).toEqual(['refunded', 1])
  })

  test('rejects the previous key once it is removed from the settings', async () => {
    const [, current = ''] = alipay.settings.ALIPAY_PUBLIC_KEYS.split(' ')
    await api.close()
    await open({ ALIPAY_PUBLIC_KEYS: current })
    const { order_no, outTradeNo } = await openOrder()
    alipay.trades.pay(outTradeNo)
    expect((await post(alipay.notify(outTradeNo, {}, alipay.keys[0]))).status).toBe(401)
    expect(await post(alipay.notify(outTradeNo, {}, alipay.keys[1]))).toEqual(ACCEPTED)
    expect(await buyer.readStatus(order_no)).toBe('paid')
  })
})

test('orders can be paid and refunded with certificates instead of public keys', async () => {
  await api.close()
  await open(alipay.useCertificates())
  const { order_no, outTradeNo } = await openOrder()
  alipay.trades.pay(outTradeNo)
  clock.now += 11_000
  await runJobs(api)
  expect(await buyer.readStatus(order_no)).toBe('paid')
  await buyer.call('POST /api/order/refund', { order_no })
  await runJobs(api)
  expect(await buyer.readStatus(order_no)).toBe('refunded')
  expect(await post(alipay.notify(outTradeNo))).toEqual(ACCEPTED)
})

test(
  'random payments, faults and refunds leave exactly the price of paid orders with the venue',
  async () => {
    const { trades, state, keys } = alipay
    await runRandomPayments(api, {
      method: 'alipay',
      faults: ['lost response', 'unreachable', 'foreign signature'],
      setFault: (name) => void Object.assign(state, { faultMode: name }),
      rotateKey: () => {
        state.key = state.key === keys[0] ? keys[1] : keys[0]
      },
      listTrades: () => [...trades.all.keys()],
      pay(address) {
        try {
          trades.pay(alipay.openPage(address).outTradeNo)
        } catch {
          // The page has expired, or the order is already paid.
        }
      },
      isPaid: (no) => trades.find(no).paidAt !== null,
      notify: (no) => post(alipay.notify(no, { trade_status: 'TRADE_SUCCESS' })),
      readNetAmount(no) {
        const { total, paidAt, refunds } = trades.find(no)
        if (paidAt === null) return 0
        return [...refunds.values()].reduce((sum, { amount }) => sum - amount, total)
      },
    })
  },
  RANDOM_PAYMENTS_MS,
)
