import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BodyInput } from '#api/index.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { closeSound, createBuyer, runJobs, type Buyer } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { playRandomPayments, RANDOM_PAYMENTS_MS } from '#tests/support/random-payments.ts'
import { createPlatformKey } from '#tests/support/wechat-pay/messages.ts'
import { startWechatPay, type WechatPay } from '#tests/support/wechat-pay/start-wechat-pay.ts'
import { readRow } from '#tests/support/database.ts'

const MINUTE = 60_000
const PRICE = 18_050

let clock: { now: number }
let wechat: WechatPay
let api: TestAdminApi
let buyer: Buyer
beforeAll(async () => {
  wechat = await startWechatPay(() => clock.now)
})
afterAll(() => wechat.close())
beforeEach(async () => {
  api = await openAdminApi({ settings: { ...wechat.settings, AUTH_MODE: 'bearer' } })
  clock = api.clock
  buyer = createBuyer(api, await createMember(api))
  Object.assign(wechat.state, { weather: 'fair', key: wechat.keys[0] })
})
afterEach(() => closeSound(api))

const tickets = (quantity = 2): BodyInput<'POST /api/order/create'> => ({
  type: 'performance',
  show_id: 5,
  lines: [{ tier_id: 2, quantity }],
  expected_payable_fen: quantity * PRICE,
})

const pay = (order_no: string, on: 'desktop' | 'phone' = 'desktop', by: Buyer = buyer) =>
  by.call(on === 'desktop' ? 'POST /api/order/pay' : 'POST /api/order/pay_h5', {
    order_no,
    method: 'wechat',
  })

/** The number of the order's newest trade at WeChat Pay. */
const findTrade = (): string => [...wechat.trades.all.keys()].at(-1) ?? ''

/** Opens a payment and gives its number at WeChat Pay. */
async function openTrade(order_no: string): Promise<string> {
  expect((await pay(order_no)).code).toBe(200)
  return findTrade()
}

type Notification = ReturnType<WechatPay['notify']>

const post = ({ body, headers }: Notification) =>
  api.app.request('/api/pay/wechat_notify', { method: 'POST', body, headers })

const countPayments = async () =>
  (await readRow(api.db, sql`SELECT count(*) AS n FROM payment`))?.['n']

describe('an order', () => {
  test('is paid on a desktop by a QR code and reported by a notification', async () => {
    const { order_no } = await buyer.order(tickets())
    const { data } = await pay(order_no)
    const trade = wechat.trades.find(findTrade())
    expect(data).toMatchObject({ code_url: `weixin://wxpay/bizpayurl?pr=${trade.outTradeNo}` })
    expect(trade).toMatchObject({
      type: 'NATIVE',
      description: order_no,
      total: 2 * PRICE,
      notifyUrl: 'https://theatre.example/api/pay/wechat_notify',
    })
    wechat.trades.pay(trade.outTradeNo)
    const { status } = await post(wechat.notify(trade.outTradeNo))
    expect(status).toBe(204)
    const order = await buyer.read(order_no)
    expect(order.status).toBe('paid')
    expect(order.type === 'performance' && order.tickets).toHaveLength(2)
  })

  test('is paid on a phone in the app', async () => {
    const { order_no } = await buyer.order(tickets())
    const { data } = await pay(order_no, 'phone')
    const trade = wechat.trades.find(findTrade())
    expect(trade.type).toBe('MWEB')
    expect(JSON.stringify(data)).toContain(`prepay_id=${trade.outTradeNo}`)
    wechat.trades.pay(trade.outTradeNo)
    await post(wechat.notify(trade.outTradeNo))
    expect((await buyer.read(order_no)).status).toBe('paid')
  })

  test('whose notification was lost is found by asking', async () => {
    const { order_no } = await buyer.order(tickets())
    wechat.trades.pay(await openTrade(order_no))
    clock.now += 11_000
    await runJobs(api)
    expect((await buyer.read(order_no)).status).toBe('paid')
  })

  test('that is cancelled can no longer be paid', async () => {
    const { order_no } = await buyer.order(tickets())
    const trade = await openTrade(order_no)
    expect((await buyer.call('POST /api/order/cancel', { order_no })).code).toBe(200)
    expect(() => wechat.trades.pay(trade)).toThrow('ORDER_CLOSED')
  })

  test('that is paid while it is being cancelled stays paid', async () => {
    const { order_no } = await buyer.order(tickets())
    wechat.trades.pay(await openTrade(order_no))
    expect((await buyer.call('POST /api/order/cancel', { order_no })).code).toBe(500107)
    expect((await buyer.read(order_no)).status).toBe('paid')
  })

  test('is refunded once WeChat Pay says so', async () => {
    const { order_no } = await buyer.order(tickets())
    const trade = await openTrade(order_no)
    wechat.trades.pay(trade)
    await post(wechat.notify(trade))
    expect((await buyer.call('POST /api/order/refund', { order_no })).code).toBe(200)
    await runJobs(api)
    expect((await buyer.read(order_no)).status).toBe('refunding')
    clock.now += MINUTE
    await runJobs(api)
    expect((await buyer.read(order_no)).status).toBe('refunded')
    expect([...wechat.trades.find(trade).refunds.values()]).toMatchObject([
      { amount: 2 * PRICE, status: 'SUCCESS' },
    ])
    // A late repetition of the payment changes nothing any more.
    const late = wechat.notify(trade, { trade_state: 'SUCCESS' })
    expect((await post(late)).status).toBe(204)
    expect((await buyer.read(order_no)).status).toBe('refunded')
    expect(await countPayments()).toBe(1)
  })
})

describe('a notification of a refund', () => {
  /** An order whose refund is under way at WeChat Pay. */
  async function openRefund() {
    const { order_no } = await buyer.order(tickets())
    const trade = await openTrade(order_no)
    wechat.trades.pay(trade)
    await post(wechat.notify(trade))
    await buyer.call('POST /api/order/refund', { order_no })
    await runJobs(api)
    const [refund = ''] = wechat.trades.find(trade).refunds.keys()
    const readStatus = async () => (await buyer.read(order_no)).status
    expect(await readStatus()).toBe('refunding')
    return { trade, refund, readStatus, order_no }
  }

  test('makes its state be read at once, however often it comes', async () => {
    const { trade, refund, readStatus } = await openRefund()
    const notification = wechat.notifyRefund(trade, refund)
    for (const one of [notification, notification]) expect((await post(one)).status).toBe(204)
    // What it says does not count: WeChat Pay is asked.
    expect(await readStatus()).toBe('refunding')
    await runJobs(api)
    expect(await readStatus()).toBe('refunded')
    expect((await post(notification)).status).toBe(204)
    expect(await readStatus()).toBe('refunded')
  })

  test('that fails after it was done is named to staff', async () => {
    const { trade, refund, readStatus, order_no } = await openRefund()
    await post(wechat.notifyRefund(trade, refund))
    await runJobs(api)
    const abnormal = wechat.notifyRefund(trade, refund, { refund_status: 'ABNORMAL' })
    expect((await post(abnormal)).status).toBe(204)
    expect(await readStatus()).toBe('refunding')
    expect(api.logs.join('')).toMatch(
      new RegExp(`"order":"${order_no}","msg":"refund failed after it was completed"`),
    )
  })

  test.each<[string, number, (trade: string, refund: string) => Notification]>([
    ['of another merchant', 401, (t, r) => wechat.notifyRefund(t, r, { mchid: '1900000110' })],
    [
      'signed with a key of somebody else',
      401,
      (t, r) => wechat.notifyRefund(t, r, {}, createPlatformKey()),
    ],
    ['of a refund that is not ours', 204, (t) => wechat.notifyRefund(t, 'R0')],
  ])('%s is answered with %i and changes nothing', async (_, status, forge) => {
    const { trade, refund, readStatus } = await openRefund()
    expect((await post(forge(trade, refund))).status).toBe(status)
    await runJobs(api)
    expect(await readStatus()).toBe('refunding')
  })
})

describe('a notification', () => {
  const change = (notification: Notification, headers: Record<string, string>): Notification => ({
    ...notification,
    headers: { ...notification.headers, ...headers },
  })
  const edit = (notification: Notification, edited: (body: string) => string): Notification => ({
    ...notification,
    body: edited(notification.body),
  })
  const at = (trade: string, shift: number) =>
    wechat.notify(trade, {}, wechat.state.key, clock.now + shift)

  const FORGERIES: [string, (trade: string) => Notification][] = [
    [
      'signed with a key of somebody else',
      (t) => wechat.notify(t, {}, { ...createPlatformKey(), id: wechat.keys[0].id }),
    ],
    ['that names a key that is not configured', (t) => wechat.notify(t, {}, createPlatformKey())],
    [
      'that names the other key',
      (t) => change(wechat.notify(t), { 'Wechatpay-Serial': wechat.keys[1].id }),
    ],
    ['without the name of a key', (t) => change(wechat.notify(t), { 'Wechatpay-Serial': '' })],
    ['without a signature', (t) => change(wechat.notify(t), { 'Wechatpay-Signature': '' })],
    [
      'that probes the verification',
      (t) => change(wechat.notify(t), { 'Wechatpay-Signature': 'WECHATPAY/SIGNTEST/c2ln' }),
    ],
    ['from six minutes ago', (t) => at(t, -6 * MINUTE)],
    ['from in six minutes', (t) => at(t, 6 * MINUTE)],
    [
      'whose time was renewed',
      (t) =>
        change(at(t, -6 * MINUTE), { 'Wechatpay-Timestamp': String(Math.floor(clock.now / 1000)) }),
    ],
    ['with another nonce', (t) => change(wechat.notify(t), { 'Wechatpay-Nonce': 'another' })],
    [
      'with a changed event',
      (t) => edit(wechat.notify(t), (body) => body.replace('SUCCESS', 'CLOSED')),
    ],
    [
      'serialized again',
      (t) => edit(wechat.notify(t), (body) => JSON.stringify(JSON.parse(body), null, 1)),
    ],
    [
      'with the signature of another one',
      (t) => ({ body: wechat.notify(t).body, headers: wechat.notify(t).headers }),
    ],
    ['for another merchant', (t) => wechat.notify(t, { mchid: '1900000110' })],
    ['for another app', (t) => wechat.notify(t, { appid: 'wx0000000000000000' })],
    ['of a smaller amount', (t) => wechat.notify(t, { amount: { total: 1, currency: 'CNY' } })],
    [
      'in another currency',
      (t) => wechat.notify(t, { amount: { total: 2 * PRICE, currency: 'USD' } }),
    ],
    ['of a trade that is not ours', (t) => wechat.notify(t, { out_trade_no: 'E00000000' })],
    ['of a payment that failed', (t) => wechat.notify(t, { trade_state: 'PAYERROR' })],
    ['without the number of the payment', (t) => wechat.notify(t, { transaction_id: undefined })],
    ['that is no JSON', (t) => edit(wechat.notify(t), () => 'paid')],
    ['that is empty', (t) => edit(wechat.notify(t), () => '')],
  ]

  test.each(FORGERIES)('%s is refused and changes nothing', async (_, forge) => {
    const { order_no } = await buyer.order(tickets())
    const trade = await openTrade(order_no)
    const before = await buyer.read(order_no)
    wechat.trades.pay(trade)
    const { status } = await post(forge(trade))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(await countPayments()).toBe(0)
    expect(await buyer.read(order_no)).toEqual(before)
  })

  test('that comes fifty times at once pays once', async () => {
    const { order_no } = await buyer.order(tickets())
    const trade = await openTrade(order_no)
    wechat.trades.pay(trade)
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(wechat.notify(trade))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await countPayments()).toBe(1)
  })

  test('of a later order may come first', async () => {
    const other = createBuyer(api, await createMember(api))
    const { order_no } = await buyer.order(tickets())
    const early = await openTrade(order_no)
    const { order_no: laterNo } = await other.order(tickets())
    expect((await pay(laterNo, 'desktop', other)).code).toBe(200)
    const later = findTrade()
    for (const trade of [early, later]) wechat.trades.pay(trade)
    const [first, second] = [wechat.notify(early), wechat.notify(later)]
    expect([(await post(second)).status, (await post(first)).status]).toEqual([204, 204])
    expect((await buyer.read(order_no)).status).toBe('paid')
    expect((await other.read(laterNo)).status).toBe('paid')
  })

  test('after the end of the order restores it or gives the money back', async () => {
    const { order_no } = await buyer.order(tickets())
    const trade = await openTrade(order_no)
    wechat.trades.pay(trade)
    const notification = wechat.notify(trade)
    wechat.state.weather = 'unreachable'
    await buyer.call('POST /api/order/cancel', { order_no })
    wechat.state.weather = 'fair'
    expect((await post(notification)).status).toBe(204)
    expect((await buyer.read(order_no)).status).toBe('paid')
    expect(await countPayments()).toBe(1)
  })
})

describe('a rotation of keys', () => {
  test('is borne in the middle of an order', async () => {
    const { order_no } = await buyer.order(tickets())
    const trade = await openTrade(order_no)
    wechat.trades.pay(trade)
    wechat.state.key = wechat.keys[1]
    expect((await post(wechat.notify(trade))).status).toBe(204)
    const { order_no: next } = await createBuyer(api, await createMember(api)).order(tickets())
    expect(next).not.toBe(order_no)
    expect((await buyer.call('POST /api/order/refund', { order_no })).code).toBe(200)
    await runJobs(api)
    expect(wechat.trades.find(trade).refunds.size).toBe(1)
  })
})

describe('an API that', () => {
  test.each(['unreachable', 'busy', 'unsigned', 'strange proxy'] as const)(
    'is %s takes no order away and no money twice',
    async (weather) => {
      const { order_no } = await buyer.order(tickets())
      wechat.state.weather = weather
      expect((await pay(order_no)).code).toBe(500106)
      expect((await buyer.read(order_no)).status).toBe('pending')
      wechat.state.weather = 'fair'
      const trade = await openTrade(order_no)
      wechat.trades.pay(trade)
      wechat.state.weather = weather
      clock.now += 11_000
      await runJobs(api)
      expect((await buyer.read(order_no)).status).toBe('pending')
      wechat.state.weather = 'fair'
      clock.now += MINUTE
      await runJobs(api)
      expect((await buyer.read(order_no)).status).toBe('paid')
      expect(await countPayments()).toBe(1)
    },
  )

  test('has another time refuses, and staff read why', async () => {
    const { order_no } = await buyer.order(tickets())
    clock = { now: api.clock.now + 10 * MINUTE }
    expect((await pay(order_no)).code).toBe(500106)
    expect(api.logs.join('')).toContain('SIGN_ERROR')
    expect((await buyer.read(order_no)).status).toBe('pending')
  })
})

test(
  'whatever happens in whatever order, the venue keeps the price of paid orders and no more',
  async () => {
    const { trades, state, keys } = wechat
    const readNumber = (address: string) =>
      trades.find(/(?:pr|prepay_id)=(\w+)/.exec(address)?.[1] ?? '')
    await playRandomPayments(api, {
      method: 'wechat',
      faults: ['busy', 'unreachable', 'unsigned'],
      setWeather: (name) => void Object.assign(state, { weather: name }),
      rotateKey: () => {
        state.key = state.key === keys[0] ? keys[1] : keys[0]
      },
      listTrades: () => [...trades.all.keys()],
      pay(address) {
        const { state: now, outTradeNo } = readNumber(address)
        if (now === 'NOTPAY') trades.pay(outTradeNo)
      },
      isPaid: (no) => trades.find(no).transactionId !== '',
      notify: (no) => post(wechat.notify(no)),
      readKept(no) {
        const { total, transactionId, refunds } = trades.find(no)
        if (transactionId === '') return 0
        const back = [...refunds.values()].filter(({ status }) => status === 'SUCCESS')
        return total - back.reduce((sum, { amount }) => sum + amount, 0)
      },
    })
  },
  RANDOM_PAYMENTS_MS,
)
