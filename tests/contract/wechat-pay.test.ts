import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { retryFailedRefunds } from '#scripts/admin-api/orders/failed-refunds.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
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
import { createPlatformKey } from '#tests/support/wechat-pay/messages.ts'
import { startWechatPay, type WechatPay } from '#tests/support/wechat-pay/start-wechat-pay.ts'
import { readRow } from '#tests/support/database.ts'

const MINUTE = 60_000

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
  Object.assign(wechat.state, { faultMode: 'none', key: wechat.keys[0] })
})
afterEach(() => checkAndClose(api))

const pay = (order_no: string, on: 'desktop' | 'phone' = 'desktop', by: Buyer = buyer) =>
  by.call(on === 'desktop' ? 'POST /api/order/pay' : 'POST /api/order/pay_h5', {
    order_no,
    method: 'wechat',
  })

/** The number of the newest trade at WeChat Pay. */
const findTrade = (): string => [...wechat.trades.all.keys()].at(-1) ?? ''

/** Opens a payment. @returns the number of its trade at WeChat Pay */
async function openTrade(order_no: string): Promise<string> {
  expect((await pay(order_no)).code).toBe(200)
  return findTrade()
}

type Notification = ReturnType<WechatPay['notify']>

const post = ({ body, headers }: Notification) =>
  api.app.request('/api/pay/wechat_notify', { method: 'POST', body, headers })

describe('orders paid at WeChat Pay', () => {
  test('can be paid on a desktop with a QR code and a notification', async () => {
    const { order_no, title } = await buyer.order(buildTicketOrder(2))
    const { data } = await pay(order_no)
    const trade = wechat.trades.find(findTrade())
    expect(data).toMatchObject({ code_url: `weixin://wxpay/bizpayurl?pr=${trade.outTradeNo}` })
    expect(trade).toMatchObject({
      type: 'NATIVE',
      description: `${title} ${order_no}`,
      total: 2 * TICKET_FEN,
      notifyUrl: 'https://theatre.example/api/pay/wechat_notify',
    })
    wechat.trades.pay(trade.outTradeNo)
    const { status } = await post(wechat.notify(trade.outTradeNo))
    expect(status).toBe(204)
    const order = await buyer.read(order_no)
    expect(order.status).toBe('paid')
    expect(order.type === 'performance' && order.tickets).toHaveLength(2)
  })

  test('can be paid on a phone in the app', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const { data } = await pay(order_no, 'phone')
    const trade = wechat.trades.find(findTrade())
    expect(trade.type).toBe('MWEB')
    expect(JSON.stringify(data)).toContain(`prepay_id=${trade.outTradeNo}`)
    wechat.trades.pay(trade.outTradeNo)
    await post(wechat.notify(trade.outTradeNo))
    expect(await buyer.readStatus(order_no)).toBe('paid')
  })

  test('are found paid by polling if the notification was lost', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    wechat.trades.pay(await openTrade(order_no))
    clock.now += 11_000
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('paid')
  })

  test('cannot be paid after being cancelled', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const trade = await openTrade(order_no)
    expect((await buyer.call('POST /api/order/cancel', { order_no })).code).toBe(200)
    expect(() => wechat.trades.pay(trade)).toThrow('ORDER_CLOSED')
  })

  test('cannot be cancelled after the buyer has paid', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    wechat.trades.pay(await openTrade(order_no))
    expect((await buyer.call('POST /api/order/cancel', { order_no })).code).toBe(500107)
    expect(await buyer.readStatus(order_no)).toBe('paid')
  })

  test('are refunded once WeChat Pay confirms the refund', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const trade = await openTrade(order_no)
    wechat.trades.pay(trade)
    await post(wechat.notify(trade))
    expect((await buyer.call('POST /api/order/refund', { order_no })).code).toBe(200)
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('refunding')
    clock.now += MINUTE
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('refunded')
    expect([...wechat.trades.find(trade).refunds.values()]).toMatchObject([
      { amount: 2 * TICKET_FEN, status: 'SUCCESS' },
    ])
    // A late repetition of the payment notification has no effect.
    const late = wechat.notify(trade, { trade_state: 'SUCCESS' })
    expect((await post(late)).status).toBe(204)
    expect(await buyer.readStatus(order_no)).toBe('refunded')
    expect(await countPayments(api)).toBe(1)
  })
})

describe('WeChat Pay refund notifications', () => {
  /** An order with a pending refund at WeChat Pay. */
  async function openRefund() {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const trade = await openTrade(order_no)
    wechat.trades.pay(trade)
    await post(wechat.notify(trade))
    await buyer.call('POST /api/order/refund', { order_no })
    await runJobs(api)
    const [refund = ''] = wechat.trades.find(trade).refunds.keys()
    const readStatus = () => buyer.readStatus(order_no)
    expect(await readStatus()).toBe('refunding')
    return { trade, refund, readStatus, order_no }
  }

  test('trigger a query of the refund, however often they are repeated', async () => {
    const { trade, refund, readStatus } = await openRefund()
    const notification = wechat.notifyRefund(trade, refund)
    for (const one of [notification, notification]) expect((await post(one)).status).toBe(204)
    // The notification itself does not count: WeChat Pay is queried.
    expect(await readStatus()).toBe('refunding')
    await runJobs(api)
    expect(await readStatus()).toBe('refunded')
    expect((await post(notification)).status).toBe(204)
    expect(await readStatus()).toBe('refunded')
  })

  test('about a refund that fails after it succeeded are reported to staff', async () => {
    const { trade, refund, readStatus, order_no } = await openRefund()
    await post(wechat.notifyRefund(trade, refund))
    await runJobs(api)
    const abnormal = wechat.notifyRefund(trade, refund, { refund_status: 'ABNORMAL' })
    expect((await post(abnormal)).status).toBe(204)
    expect(await readStatus()).toBe('refunding')
    expect(api.logs.join('')).toMatch(
      new RegExp(`"order":"${order_no}","msg":"refund failed after it was completed"`),
    )
    // Staff send it again; a repeated notification no longer changes the order.
    clock.now += 2 * MINUTE
    const { id } = (await readRow(api.db, sql`SELECT id FROM "order"`)) ?? {}
    await api.db.transaction((trx) => retryFailedRefunds(trx, Number(id), clock.now))
    await runJobs(api)
    expect(await readStatus()).toBe('refunded')
    expect((await post(abnormal)).status).toBe(204)
    expect(await readStatus()).toBe('refunded')
  })

  test.each<[string, number, (trade: string, refund: string) => Notification]>([
    ['of another merchant', 401, (t, r) => wechat.notifyRefund(t, r, { mchid: '1900000110' })],
    [
      'signed with a foreign key',
      401,
      (t, r) => wechat.notifyRefund(t, r, {}, createPlatformKey()),
    ],
    ['of an unknown refund', 204, (t) => wechat.notifyRefund(t, 'R0')],
  ])('%s get status %i and change nothing', async (_, status, forge) => {
    const { trade, refund, readStatus } = await openRefund()
    expect((await post(forge(trade, refund))).status).toBe(status)
    await runJobs(api)
    expect(await readStatus()).toBe('refunding')
  })
})

describe('WeChat Pay payment notifications', () => {
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
      'signed with a foreign key',
      (t) => wechat.notify(t, {}, { ...createPlatformKey(), id: wechat.keys[0].id }),
    ],
    ['with an unconfigured key id', (t) => wechat.notify(t, {}, createPlatformKey())],
    [
      'with the id of the other key',
      (t) => change(wechat.notify(t), { 'Wechatpay-Serial': wechat.keys[1].id }),
    ],
    ['without a key id', (t) => change(wechat.notify(t), { 'Wechatpay-Serial': '' })],
    ['without a signature', (t) => change(wechat.notify(t), { 'Wechatpay-Signature': '' })],
    [
      'with a probe signature',
      (t) => change(wechat.notify(t), { 'Wechatpay-Signature': 'WECHATPAY/SIGNTEST/c2ln' }),
    ],
    ['from six minutes ago', (t) => at(t, -6 * MINUTE)],
    ['from six minutes in the future', (t) => at(t, 6 * MINUTE)],
    [
      'with a renewed timestamp',
      (t) =>
        change(at(t, -6 * MINUTE), { 'Wechatpay-Timestamp': String(Math.floor(clock.now / 1000)) }),
    ],
    ['with another nonce', (t) => change(wechat.notify(t), { 'Wechatpay-Nonce': 'another' })],
    [
      'with a changed event',
      (t) => edit(wechat.notify(t), (body) => body.replace('SUCCESS', 'CLOSED')),
    ],
    [
      'serialised again',
      (t) => edit(wechat.notify(t), (body) => JSON.stringify(JSON.parse(body), null, 1)),
    ],
    [
      'with the signature of another notification',
      (t) => ({ body: wechat.notify(t).body, headers: wechat.notify(t).headers }),
    ],
    ['for another merchant', (t) => wechat.notify(t, { mchid: '1900000110' })],
    ['for another app', (t) => wechat.notify(t, { appid: 'wx0000000000000000' })],
    ['of a smaller amount', (t) => wechat.notify(t, { amount: { total: 1, currency: 'CNY' } })],
    [
      'in another currency',
      (t) => wechat.notify(t, { amount: { total: 2 * TICKET_FEN, currency: 'USD' } }),
    ],
    ['of an unknown trade', (t) => wechat.notify(t, { out_trade_no: 'E00000000' })],
    ['of a failed payment', (t) => wechat.notify(t, { trade_state: 'PAYERROR' })],
    ['without a payment number', (t) => wechat.notify(t, { transaction_id: undefined })],
    ['that are not JSON', (t) => edit(wechat.notify(t), () => 'paid')],
    ['without a body', (t) => edit(wechat.notify(t), () => '')],
  ]

  test.each(FORGERIES)('%s are rejected and change nothing', async (_, forge) => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const trade = await openTrade(order_no)
    const before = await buyer.read(order_no)
    wechat.trades.pay(trade)
    const { status } = await post(forge(trade))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(await countPayments(api)).toBe(0)
    expect(await buyer.read(order_no)).toEqual(before)
  })

  test('repeated fifty times at once pay once', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const trade = await openTrade(order_no)
    wechat.trades.pay(trade)
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => post(wechat.notify(trade))),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await countPayments(api)).toBe(1)
  })

  test('of a later order may arrive first', async () => {
    const other = createBuyer(api, await createMember(api))
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const early = await openTrade(order_no)
    const { order_no: laterNo } = await other.order(buildTicketOrder(2))
    expect((await pay(laterNo, 'desktop', other)).code).toBe(200)
    const later = findTrade()
    for (const trade of [early, later]) wechat.trades.pay(trade)
    const [first, second] = [wechat.notify(early), wechat.notify(later)]
    expect([(await post(second)).status, (await post(first)).status]).toEqual([204, 204])
    expect(await buyer.readStatus(order_no)).toBe('paid')
    expect(await other.readStatus(laterNo)).toBe('paid')
  })

  test('after the cancellation restore the order', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const trade = await openTrade(order_no)
    wechat.trades.pay(trade)
    const notification = wechat.notify(trade)
    wechat.state.faultMode = 'unreachable'
    await buyer.call('POST /api/order/cancel', { order_no })
    wechat.state.faultMode = 'none'
    expect((await post(notification)).status).toBe(204)
    expect(await buyer.readStatus(order_no)).toBe('paid')
    expect(await countPayments(api)).toBe(1)
  })
})

describe('rotation of WeChat Pay keys', () => {
  test('accepts notifications signed with the next key', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const trade = await openTrade(order_no)
    wechat.trades.pay(trade)
    wechat.state.key = wechat.keys[1]
    expect((await post(wechat.notify(trade))).status).toBe(204)
    const { order_no: next } = await createBuyer(api, await createMember(api)).order(
      buildTicketOrder(2),
    )
    expect(next).not.toBe(order_no)
    expect((await buyer.call('POST /api/order/refund', { order_no })).code).toBe(200)
    await runJobs(api)
    expect(wechat.trades.find(trade).refunds.size).toBe(1)
  })
})

describe('WeChat Pay that', () => {
  test.each(['unreachable', 'busy', 'unsigned', 'captive portal'] as const)(
    'is %s does not lose the order or take money twice',
    async (faultMode) => {
      const { order_no } = await buyer.order(buildTicketOrder(2))
      wechat.state.faultMode = faultMode
      expect((await pay(order_no)).code).toBe(500106)
      expect(await buyer.readStatus(order_no)).toBe('pending')
      wechat.state.faultMode = 'none'
      const trade = await openTrade(order_no)
      wechat.trades.pay(trade)
      wechat.state.faultMode = faultMode
      clock.now += 11_000
      await runJobs(api)
      expect(await buyer.readStatus(order_no)).toBe('pending')
      wechat.state.faultMode = 'none'
      clock.now += MINUTE
      await runJobs(api)
      expect(await buyer.readStatus(order_no)).toBe('paid')
      expect(await countPayments(api)).toBe(1)
    },
  )

  test('has another clock rejects the call, and the reason is logged', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    clock = { now: api.clock.now + 10 * MINUTE }
    expect((await pay(order_no)).code).toBe(500106)
    expect(api.logs.join('')).toContain('SIGN_ERROR')
    expect(await buyer.readStatus(order_no)).toBe('pending')
  })
})

test(
  'random payments, faults and refunds leave exactly the price of paid orders with the venue',
  async () => {
    const { trades, state, keys } = wechat
    const findByAddress = (address: string) =>
      trades.find(/(?:pr|prepay_id)=(\w+)/.exec(address)?.[1] ?? '')
    await runRandomPayments(api, {
      method: 'wechat',
      faults: ['busy', 'unreachable', 'unsigned'],
      setFault: (name) => void Object.assign(state, { faultMode: name }),
      rotateKey: () => {
        state.key = state.key === keys[0] ? keys[1] : keys[0]
      },
      listTrades: () => [...trades.all.keys()],
      pay(address) {
        const { state: now, outTradeNo } = findByAddress(address)
        if (now === 'NOTPAY') trades.pay(outTradeNo)
      },
      isPaid: (no) => trades.find(no).transactionId !== '',
      notify: (no) => post(wechat.notify(no)),
      readNetAmount(no) {
        const { total, transactionId, refunds } = trades.find(no)
        if (transactionId === '') return 0
        const completed = [...refunds.values()].filter(({ status }) => status === 'SUCCESS')
        return total - completed.reduce((sum, { amount }) => sum + amount, 0)
      },
    })
  },
  RANDOM_PAYMENTS_MS,
)
