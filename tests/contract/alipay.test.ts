import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BodyInput } from '#api/index.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { readNumber, readRow } from '#tests/support/database.ts'
import { startAlipay, type Alipay } from '#tests/support/alipay/start-alipay.ts'
import { createKeyPair } from '#tests/support/alipay/messages.ts'
import { closeSound, createBuyer, runJobs, type Buyer } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { playRandomPayments, RANDOM_PAYMENTS_MS } from '#tests/support/random-payments.ts'

const MINUTE = 60_000
const PRICE = 18_050

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
afterEach(() => closeSound(api))

async function open(settings: Record<string, string> = {}): Promise<void> {
  const all = { ...alipay.settings, AUTH_MODE: 'bearer', ...settings }
  api = await openAdminApi({ settings: all })
  clock = api.clock
  buyer = createBuyer(api, await createMember(api))
}

const tickets = (quantity = 2): BodyInput<'POST /api/order/create'> => ({
  type: 'performance',
  show_id: 5,
  lines: [{ tier_id: 2, quantity }],
  expected_payable_fen: quantity * PRICE,
})

/** Opens a payment. @returns the address of Alipay's page */
async function pay(order_no: string, on: 'desktop' | 'phone' = 'desktop'): Promise<string> {
  const key = on === 'desktop' ? 'POST /api/order/pay' : 'POST /api/order/pay_h5'
  const { code, data } = await buyer.call(key, { order_no, method: 'alipay' })
  expect(code).toBe(200)
  const { code_url, h5_url } = data as { code_url?: string; h5_url?: string }
  return code_url ?? h5_url ?? ''
}

/** An order whose page the buyer has opened. */
async function openOrder(on: 'desktop' | 'phone' = 'desktop') {
  const { order_no } = await buyer.order(tickets())
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
const countPayments = () => readNumber(api.db, sql`SELECT count(*) FROM payment`)
const readStatus = async (order_no: string) => (await buyer.read(order_no)).status

describe('an order', () => {
  test.each([
    ['desktop', 'alipay.trade.page.pay'],
    ['phone', 'alipay.trade.wap.pay'],
  ] as const)('is paid on a %s on a page of Alipay, and refunded', async (on, method) => {
    const { order_no, trade, outTradeNo } = await openOrder(on)
    expect(trade).toMatchObject({
      method,
      total: 2 * PRICE,
      subject: order_no,
      notifyUrl: 'https://theatre.example/api/pay/alipay_notify',
      returnUrl: `https://theatre.example/pay/pay?id=${order_no}`,
    })
    alipay.trades.pay(outTradeNo)
    const notification = alipay.notify(outTradeNo)
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(notification)))
    expect(answers).toEqual(answers.map(() => ACCEPTED))
    expect([await countPayments(), await readStatus(order_no)]).toEqual([1, 'paid'])
    expect((await buyer.call('POST /api/order/refund', { order_no })).code).toBe(200)
    await runJobs(api)
    expect(await readStatus(order_no)).toBe('refunded')
    expect([...trade.refunds.values()]).toMatchObject([{ amount: 2 * PRICE }])
  })

  test('opens the same page for a repeated click', async () => {
    const { order_no } = await buyer.order(tickets())
    expect(await pay(order_no)).toBe(await pay(order_no))
  })

  test('is found paid without a notification', async () => {
    const { order_no, outTradeNo } = await openOrder()
    alipay.trades.pay(outTradeNo)
    clock.now += 11_000
    await runJobs(api)
    expect(await readStatus(order_no)).toBe('paid')
  })

  test('that is cancelled closes its trade', async () => {
    const { order_no, trade } = await openOrder()
    expect((await buyer.call('POST /api/order/cancel', { order_no })).code).toBe(200)
    expect(trade.status).toBe('TRADE_CLOSED')
  })

  test('that is cancelled after its payment is paid', async () => {
    const { order_no, outTradeNo } = await openOrder()
    alipay.trades.pay(outTradeNo)
    expect((await buyer.call('POST /api/order/cancel', { order_no })).code).toBe(500107)
    expect(await readStatus(order_no)).toBe('paid')
  })

  test('that ends takes its trade along: the page takes no money any more', async () => {
    const { order_no } = await buyer.order(tickets())
    const page = await pay(order_no)
    clock.now += 20 * MINUTE
    await runJobs(api)
    expect(await readStatus(order_no)).toBe('cancelled')
    expect(() => alipay.openPage(page)).toThrow('ACQ.INVALID_PARAMETER')
  })

  test('that was refunded as a whole is closed at Alipay, and still counts as paid there', async () => {
    const { order_no, outTradeNo, trade } = await openOrder()
    alipay.trades.pay(outTradeNo)
    // Staff give the money back on Alipay's own page before anything was heard of the payment.
    alipay.trades.refund(outTradeNo, 'by-hand', trade.total)
    clock.now += 11_000
    await runJobs(api)
    expect([await countPayments(), await readStatus(order_no)]).toEqual([1, 'paid'])
  })
})

describe('a page that the buyer opens only after the order was cancelled', () => {
  async function payLate() {
    const { order_no } = await buyer.order(tickets())
    const page = await pay(order_no)
    // Nothing is there to be closed: the trade begins with the page.
    expect((await buyer.call('POST /api/order/cancel', { order_no })).code).toBe(200)
    const { outTradeNo } = alipay.openPage(page)
    alipay.trades.pay(outTradeNo)
    return { order_no, outTradeNo }
  }

  test('takes money that restores the order, when Alipay tells of it', async () => {
    const { order_no, outTradeNo } = await payLate()
    expect(await post(alipay.notify(outTradeNo))).toEqual(ACCEPTED)
    expect([await countPayments(), await readStatus(order_no)]).toEqual([1, 'paid'])
  })

  test('takes money that is found after the end of the payment, when nobody tells of it', async () => {
    const { order_no } = await payLate()
    clock.now += 5 * MINUTE
    await runJobs(api)
    expect(await countPayments()).toBe(0)
    clock.now += 15 * MINUTE
    await runJobs(api)
    expect([await countPayments(), await readStatus(order_no)]).toEqual([1, 'paid'])
    // Nothing is asked any more.
    const calls = alipay.state.calls.length
    clock.now += 60 * MINUTE
    await runJobs(api)
    expect(alipay.state.calls).toHaveLength(calls)
  })

  test('is asked about once where nobody ever opened it', async () => {
    const { order_no } = await buyer.order(tickets())
    await pay(order_no)
    await buyer.call('POST /api/order/cancel', { order_no })
    const calls = alipay.state.calls.length
    clock.now += 20 * MINUTE
    await runJobs(api)
    clock.now += 20 * MINUTE
    await runJobs(api)
    expect(alipay.state.calls.slice(calls)).toEqual(['alipay.trade.close'])
    expect(await readStatus(order_no)).toBe('cancelled')
  })
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

/** Each with the status of the answer: 200 for what is authentic and of no concern. */
const REFUSED: [string, number, (no: string) => string][] = [
  ['signed with a key of somebody else', 401, (no) => alipay.notify(no, {}, createKeyPair())],
  ['without a signature', 401, (no) => drop(alipay.notify(no), 'sign')],
  ['with an empty signature', 401, (no) => edit(alipay.notify(no), { sign: '' })],
  [
    'with the signature of another one',
    401,
    (no) => edit(alipay.notify(no), { sign: readSign(no) }),
  ],
  ['without the kind of its signature', 401, (no) => drop(alipay.notify(no), 'sign_type')],
  ['signed by SHA-1', 401, (no) => edit(alipay.notify(no), { sign_type: 'RSA' })],
  ['of a changed amount', 401, (no) => edit(alipay.notify(no), { total_amount: '0.01' })],
  ['of a changed state', 401, (no) => edit(alipay.notify(no), { trade_status: 'TRADE_FINISHED' })],
  ['of a changed trade', 401, (no) => edit(alipay.notify(no), { out_trade_no: 'E0' })],
  [
    'of a changed time',
    401,
    (no) => edit(alipay.notify(no), { notify_time: '2027-05-06 00:00:00' }),
  ],
  ['with one field more', 401, (no) => edit(alipay.notify(no), { more: '1' })],
  ['with one field less', 401, (no) => drop(alipay.notify(no), 'buyer_id')],
  ['with a field twice', 401, (no) => `${alipay.notify(no)}&total_amount=361.00`],
  ['for another app', 401, (no) => alipay.notify(no, { app_id: '2021000000000000' })],
  ['for another seller', 401, (no) => alipay.notify(no, { seller_id: '2088000000000000' })],
  ['of a smaller amount', 400, (no) => alipay.notify(no, { total_amount: '0.01' })],
  ['of a larger amount', 400, (no) => alipay.notify(no, { total_amount: '361.01' })],
  ['of an amount that is none', 401, (no) => alipay.notify(no, { total_amount: '3.61e2' })],
  ['of a trade that is not ours', 400, (no) => alipay.notify(no, { out_trade_no: 'E00000000' })],
  ['without the number of the payment', 401, (no) => alipay.notify(no, { trade_no: '' })],
  ['that is JSON', 401, () => '{"trade_status":"TRADE_SUCCESS"}'],
  ['that is empty', 401, () => ''],
  ['of a trade that waits', 200, (no) => alipay.notify(no, { trade_status: 'WAIT_BUYER_PAY' })],
  ['of a trade that was closed', 200, (no) => alipay.notify(no, { trade_status: 'TRADE_CLOSED' })],
  ['of a state that there is not', 200, (no) => alipay.notify(no, { trade_status: 'PAID' })],
  [
    'of a refund before its payment',
    200,
    (no) => alipay.notify(no, { refund_fee: '361.00', out_biz_no: 'R0' }),
  ],
]

const readSign = (no: string) =>
  new URLSearchParams(alipay.notify(no, { notify_id: 'another' })).get('sign') ?? ''

describe('a notification', () => {
  test.each(REFUSED)('%s is answered with %i and changes nothing', async (_, status, forge) => {
    const { order_no, outTradeNo } = await openOrder()
    const before = await buyer.read(order_no)
    alipay.trades.pay(outTradeNo)
    const answer = await post(forge(outTradeNo))
    expect(answer.status).toBe(status)
    if (status !== 200) expect(answer.text).not.toBe('success')
    expect(await countPayments()).toBe(0)
    expect(await buyer.read(order_no)).toEqual(before)
  })

  test('that comes again a day later changes nothing any more', async () => {
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
    expect([await countPayments(), order?.['status']]).toEqual([1, 'refunded'])
  })

  test('of a later order may come first, and of a finished trade last', async () => {
    const first = await openOrder()
    const other = createBuyer(api, await createMember(api))
    const { order_no } = await other.order(tickets())
    const { data } = await other.call('POST /api/order/pay', { order_no, method: 'alipay' })
    const second = alipay.openPage((data as { code_url: string }).code_url).outTradeNo
    for (const no of [first.outTradeNo, second]) alipay.trades.pay(no)
    expect(await post(alipay.notify(second))).toEqual(ACCEPTED)
    expect(await post(alipay.notify(first.outTradeNo))).toEqual(ACCEPTED)
    const finished = alipay.notify(second, { trade_status: 'TRADE_FINISHED' })
    expect(await post(finished)).toEqual(ACCEPTED)
    expect(await readStatus(first.order_no)).toBe('paid')
    expect((await other.read(order_no)).status).toBe('paid')
    expect(await countPayments()).toBe(2)
  })

  test('of a refund makes its state be read at once', async () => {
    const { order_no, outTradeNo, trade } = await openOrder()
    alipay.trades.pay(outTradeNo)
    await post(alipay.notify(outTradeNo))
    alipay.state.faultMode = 'lost response'
    await buyer.call('POST /api/order/refund', { order_no })
    await runJobs(api)
    expect(await readStatus(order_no)).toBe('refunding')
    alipay.state.faultMode = 'none'
    const [number = ''] = trade.refunds.keys()
    const told = alipay.notify(outTradeNo, { refund_fee: '361.00', out_biz_no: number })
    expect(await post(told)).toEqual(ACCEPTED)
    await runJobs(api)
    expect(await readStatus(order_no)).toBe('refunded')
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
    'strange proxy',
  ] as const

  test.each(FAULTS)('(%s) a payment is found later, once', async (faultMode) => {
    const { order_no, outTradeNo } = await openOrder()
    alipay.trades.pay(outTradeNo)
    alipay.state.faultMode = faultMode
    clock.now += 11_000
    await runJobs(api)
    expect(await readStatus(order_no)).toBe('pending')
    alipay.state.faultMode = 'none'
    clock.now += MINUTE
    await runJobs(api)
    expect([await countPayments(), await readStatus(order_no)]).toEqual([1, 'paid'])
  })

  test.each(FAULTS)('(%s) a refund is sent until it is done, and made once', async (faultMode) => {
    const { order_no, outTradeNo, trade } = await openOrder()
    alipay.trades.pay(outTradeNo)
    await post(alipay.notify(outTradeNo))
    alipay.state.faultMode = faultMode
    await buyer.call('POST /api/order/refund', { order_no })
    await runJobs(api)
    expect(await readStatus(order_no)).toBe('refunding')
    alipay.state.faultMode = 'none'
    clock.now += MINUTE
    await runJobs(api)
    expect(await readStatus(order_no)).toBe('refunded')
    expect(trade.refunds.size).toBe(1)
  })

  test.each(FAULTS)(
    '(%s) an order past its end stays until its trade is known',
    async (faultMode) => {
      const { order_no, outTradeNo } = await openOrder()
      alipay.trades.pay(outTradeNo)
      alipay.state.faultMode = faultMode
      clock.now += 40 * MINUTE
      await runJobs(api)
      expect(await readStatus(order_no)).toBe('pending')
      alipay.state.faultMode = 'none'
      clock.now += MINUTE
      await runJobs(api)
      expect(await readStatus(order_no)).toBe('paid')
    },
  )

  test('a page needs no call, so buyers can leave for it', async () => {
    alipay.state.faultMode = 'unreachable'
    const { order_no } = await buyer.order(tickets())
    expect(alipay.openPage(await pay(order_no)).total).toBe(2 * PRICE)
  })

  test('a clock that is an hour late opens no payment at Alipay', async () => {
    const { order_no } = await buyer.order(tickets())
    const page = await pay(order_no)
    clock = { now: api.clock.now + 60 * MINUTE }
    expect(() => alipay.openPage(page)).toThrow('ACQ.INVALID_PARAMETER')
    clock = api.clock
    expect(await readStatus(order_no)).toBe('pending')
  })
})

describe('a rotation', () => {
  test("of Alipay's key is borne in the middle of an order", async () => {
    alipay.state.key = alipay.keys[0]
    const { order_no, outTradeNo, trade } = await openOrder()
    alipay.trades.pay(outTradeNo)
    alipay.state.key = alipay.keys[1]
    expect(await post(alipay.notify(outTradeNo, {}, alipay.keys[0]))).toEqual(ACCEPTED)
    expect(await readStatus(order_no)).toBe('paid')
    await buyer.call('POST /api/order/refund', { order_no })
    await runJobs(api)
    expect([await readStatus(order_no), trade.refunds.size]).toEqual(['refunded', 1])
  })

  test('that is over refuses the old key', async () => {
    const [, current = ''] = alipay.settings.ALIPAY_PUBLIC_KEYS.split(' ')
    await api.close()
    await open({ ALIPAY_PUBLIC_KEYS: current })
    const { order_no, outTradeNo } = await openOrder()
    alipay.trades.pay(outTradeNo)
    expect((await post(alipay.notify(outTradeNo, {}, alipay.keys[0]))).status).toBe(401)
    expect(await post(alipay.notify(outTradeNo, {}, alipay.keys[1]))).toEqual(ACCEPTED)
    expect(await readStatus(order_no)).toBe('paid')
  })
})

test('with certificates in place of keys an order is paid and refunded', async () => {
  await api.close()
  await open(alipay.useCertificates())
  const { order_no, outTradeNo } = await openOrder()
  alipay.trades.pay(outTradeNo)
  clock.now += 11_000
  await runJobs(api)
  expect(await readStatus(order_no)).toBe('paid')
  await buyer.call('POST /api/order/refund', { order_no })
  await runJobs(api)
  expect(await readStatus(order_no)).toBe('refunded')
  expect(await post(alipay.notify(outTradeNo))).toEqual(ACCEPTED)
})

test(
  'whatever happens in whatever order, the venue keeps the price of paid orders and no more',
  async () => {
    const { trades, state, keys } = alipay
    await playRandomPayments(api, {
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
          // The page says that it is over, or paid.
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
