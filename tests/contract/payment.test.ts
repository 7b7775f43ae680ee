import { sql } from 'kysely'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expireOrders } from '#scripts/admin-api/orders/jobs.ts'
import { signPaymentWebhook } from '#scripts/admin-api/providers/payment/wechat/webhook.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import {
  buildTicketOrder,
  checkAndClose,
  countPayments,
  createBuyer,
  failRefunds,
  runJobs,
  type Buyer,
} from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { readRow, runSql } from '#tests/support/database.ts'

/** RACES=1000 is the long version. */
const RACES = Number(process.env['RACES'] ?? 100)

const MINUTE = 60_000

let api: TestAdminApi
let buyer: Buyer
beforeEach(async () => {
  api = await openAdminApi()
  buyer = createBuyer(api, await createMember(api))
})
afterEach(() => checkAndClose(api))

const sandbox = () => {
  const { sandbox: own } = api.deps
  if (!own) throw new Error('the sandbox is off')
  return own
}

type SignedWebhook = ReturnType<typeof signPaymentWebhook>

const post = ({ headers, body }: SignedWebhook) =>
  api.app.request('/api/pay/sandbox_notify', { method: 'POST', headers, body })

/** A valid notification of a paid trade, not sent yet. */
async function payAndSign(outTradeNo: string): Promise<SignedWebhook> {
  await sandbox().trades.pay(outTradeNo, api.clock.now)
  const trade = await sandbox().trades.find(outTradeNo)
  if (!trade) throw new Error('no trade')
  return sandbox().signTradeWebhook(trade, api.clock.now)
}

describe('payment notification', () => {
  test('gets the response that the provider expects, and repetitions pay once', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const webhook = await payAndSign(await buyer.openPayment(order_no))
    const responses = await Promise.all(Array.from({ length: 100 }, () => post(webhook)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await countPayments(api)).toBe(1)
    const order = await buyer.read(order_no)
    expect(order.type === 'performance' && order.tickets).toHaveLength(2)
  })

  const rewrite = async (over: object, by: object = {}) => {
    const { merchant, appid, keys, trades } = sandbox()
    const row = await readRow(api.db, sql`SELECT out_trade_no AS n FROM sandbox_trade`)
    const trade = await trades.find(String(row?.['n']))
    const transaction = {
      mchid: merchant.mchid,
      appid,
      out_trade_no: trade?.out_trade_no ?? '',
      transaction_id: 'S-forged',
      trade_state: 'SUCCESS' as const,
      amount: { total: 36_100, currency: 'CNY' as const },
      ...over,
    }
    const { apiKey } = merchant
    const { serial, privateKey } = keys
    return signPaymentWebhook(transaction, {
      apiKey,
      serial,
      privateKey,
      now: api.clock.now,
      ...by,
    })
  }
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const foreign = createPrivateKey(other.export({ type: 'pkcs8', format: 'pem' }))
  const change = (webhook: SignedWebhook, headers: Record<string, string>) => ({
    ...webhook,
    headers: { ...webhook.headers, ...headers },
  })

  const FORGERIES: [string, (webhook: SignedWebhook) => SignedWebhook | Promise<SignedWebhook>][] =
    [
      ['signed with another key', () => rewrite({}, { privateKey: foreign })],
      ['with another key id', (webhook) => change(webhook, { 'wechatpay-serial': 'OTHER' })],
      ['without a signature', (webhook) => change(webhook, { 'wechatpay-signature': '' })],
      [
        'with a probe for a signature',
        (webhook) => change(webhook, { 'wechatpay-signature': 'WECHATPAY/SIGNTEST/abc' }),
      ],
      ['six minutes old', () => rewrite({}, { now: api.clock.now - 6 * MINUTE })],
      ['six minutes early', () => rewrite({}, { now: api.clock.now + 6 * MINUTE })],
      ['with another time in the header', (n) => change(n, { 'wechatpay-timestamp': '1' })],
      ['with another nonce', (webhook) => change(webhook, { 'wechatpay-nonce': 'another' })],
      ['with a tampered byte', (n) => ({ ...n, body: n.body.replace('"TRANS', '"TRANs') })],
      ['serialised again', (n) => ({ ...n, body: JSON.stringify(JSON.parse(n.body), null, 1) })],
      ['sealed with another key', () => rewrite({}, { apiKey: Buffer.alloc(32, 1) })],
      ['for another merchant', () => rewrite({ mchid: 'somebody' })],
      ['for another app', () => rewrite({ appid: 'somebody' })],
      ['of another amount', () => rewrite({ amount: { total: 1, currency: 'CNY' } })],
      ['in another currency', () => rewrite({ amount: { total: 36_100, currency: 'USD' } })],
      ['of another order', () => rewrite({ out_trade_no: 'E00000000' })],
      ['of a failed payment', () => rewrite({ trade_state: 'PAYERROR' })],
      ['that is not JSON', (webhook) => ({ ...webhook, body: 'paid' })],
      ['that is empty', (webhook) => ({ ...webhook, body: '' })],
    ]

  test.each(FORGERIES)('%s is rejected and changes nothing', async (_, forge) => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const before = await buyer.read(order_no)
    const trade = (await sandbox().trades.find(await buyer.openPayment(order_no))) ?? never()
    const webhook = sandbox().signTradeWebhook({ ...trade, txn_id: 'S-1' }, api.clock.now)
    const { status } = await post(await forge(webhook))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(await countPayments(api)).toBe(0)
    expect(await buyer.read(order_no)).toEqual(before)
  })

  test('for an unconfigured provider gets 404', async () => {
    const { headers, body } = await rewrite({})
    const init = { method: 'POST', headers, body }
    expect((await api.app.request('/api/pay/wechat_notify', init)).status).toBe(404)
  })
})

const never = (): never => {
  throw new Error('no trade')
}

describe('payments', () => {
  test('without a notification are found by polling after ten seconds', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const outTradeNo = await buyer.openPayment(order_no)
    await sandbox().trades.pay(outTradeNo, api.clock.now)
    api.clock.now += 9000
    await runJobs(api)
    expect(await buyer.read(order_no)).toMatchObject({ status: 'pending' })
    api.clock.now += 1000
    await runJobs(api)
    expect(await buyer.read(order_no)).toMatchObject({ status: 'paid' })
  })

  test('that arrive late restore the order while places are free', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const outTradeNo = await buyer.openPayment(order_no)
    await buyer.call('POST /api/order/cancel', { order_no })
    await sandbox().trades.pay(outTradeNo, api.clock.now, true)
    await post(await payAndSign(outTradeNo))
    expect(await buyer.read(order_no)).toMatchObject({
      status: 'paid',
      paid_late: true,
      cancel_reason: null,
    })
  })

  test('that arrive late are refunded above the ticket limit of the account', async () => {
    await runSql(api.db, sql`UPDATE performance SET account_limit = 3`)
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const outTradeNo = await buyer.openPayment(order_no)
    await buyer.call('POST /api/order/cancel', { order_no })
    await buyer.order(buildTicketOrder(2))
    await sandbox().trades.pay(outTradeNo, api.clock.now, true)
    await post(await payAndSign(outTradeNo))
    expect(await buyer.read(order_no)).toMatchObject({
      status: 'cancelled',
      refund: { amount_fen: 36_100 },
    })
  })

  test.each([false, true])(
    'that arrive after the show are refunded (order cancelled: %s)',
    async (isCancelled) => {
      const { order_no } = await buyer.order(buildTicketOrder(2))
      const outTradeNo = await buyer.openPayment(order_no)
      if (isCancelled) await buyer.call('POST /api/order/cancel', { order_no })
      await sandbox().trades.pay(outTradeNo, api.clock.now, true)
      const over = sql`starts_at = ${api.clock.now - MINUTE}, ends_at = ${api.clock.now}`
      await runSql(api.db, sql`UPDATE show SET ${over} WHERE id = 5`)
      await post(await payAndSign(outTradeNo))
      expect(await buyer.read(order_no)).toMatchObject({
        status: 'cancelled',
        cancel_reason: isCancelled ? 'user' : 'timeout',
        refund: { amount_fen: 36_100 },
      })
    },
  )

  test('that arrive late are refunded when the places are gone: 70 payments, 15 places', async () => {
    await runSql(api.db, sql`UPDATE show_tier SET stock = 70 WHERE show_id = 5 AND tier_id = 2`)
    const late = []
    for (let n = 0; n < 70; n += 1) {
      const one = createBuyer(api, await createMember(api))
      const { order_no } = await one.order(buildTicketOrder(1))
      late.push({ one, order_no, trade: await one.openPayment(order_no) })
      await one.call('POST /api/order/cancel', { order_no })
    }
    await runSql(api.db, sql`UPDATE show_tier SET stock = 15 WHERE show_id = 5 AND tier_id = 2`)
    for (const { trade } of late) {
      await sandbox().trades.pay(trade, api.clock.now, true)
      await post(await payAndSign(trade))
    }
    // Refunds are sent in batches of fifty.
    await runJobs(api)
    await runJobs(api)
    const states = await Promise.all(
      late.map(async ({ one, order_no }) => {
        const { status, refund } = await one.read(order_no)
        return `${status} ${refund?.status ?? 'kept'}`
      }),
    )
    const count = (state: string) => states.filter((one) => one === state).length
    expect([count('paid kept'), count('cancelled done')]).toEqual([15, 55])
  })

  test.each([36_100, 100])(
    'made twice, on desktop and phone, pay the order once, and the other one is refunded: %i fen',
    { tags: ['S7.29'] },
    async (amount_fen) => {
      const { order_no } = await buyer.order(buildTicketOrder(2))
      const first = await buyer.openPayment(order_no)
      const h5 = await buyer.call('POST /api/order/pay_h5', { order_no, method: 'sandbox' })
      const { h5_url } = h5.data as { h5_url: string }
      const second = new URL(h5_url).pathname.split('/').at(-1) ?? ''
      expect(second).not.toBe(first)
      const amount = sql`amount_fen = ${amount_fen}`
      await runSql(api.db, sql`UPDATE sandbox_trade SET ${amount} WHERE out_trade_no = ${first}`)
      await sandbox().trades.pay(first, api.clock.now, true)
      for (const trade of [second, first]) await post(await payAndSign(trade))
      await runJobs(api)
      expect(await countPayments(api)).toBe(2)
      expect(await buyer.read(order_no)).toMatchObject({
        status: 'paid',
        refund: { status: 'done', amount_fen },
      })
      const message = await readRow(
        api.db,
        sql`SELECT record FROM member_message WHERE kind = 'refund'`,
      )
      expect(JSON.parse(String(message?.['record']))).toMatchObject({ reason: 'paid_twice' })
    },
  )

  test.each(['unpaid', 'cancelled'] as const)(
    'of another amount are refunded once the provider confirms them: %s order',
    async (status) => {
      const { order_no } = await buyer.order(buildTicketOrder(2))
      const outTradeNo = await buyer.openPayment(order_no)
      if (status === 'cancelled') await buyer.call('POST /api/order/cancel', { order_no })
      await runSql(api.db, sql`UPDATE sandbox_trade SET amount_fen = 100`)
      await sandbox().trades.pay(outTradeNo, api.clock.now, true)
      const webhook = await payAndSign(outTradeNo)
      expect((await post(webhook)).status).toBe(400)
      expect(await countPayments(api)).toBe(0)
      api.clock.now += 10_000
      await runJobs(api)
      expect(await buyer.read(order_no)).toMatchObject({
        status: 'cancelled',
        refund: { status: 'done', amount_fen: 100 },
      })
      const message = await readRow(
        api.db,
        sql`SELECT record FROM member_message WHERE kind = 'refund'`,
      )
      expect(JSON.parse(String(message?.['record']))).toMatchObject({ reason: 'paid_late' })
      expect(api.logs.join('')).toContain('payment of another amount refunded')
      expect((await post(webhook)).status).toBe(204)
      expect(await countPayments(api)).toBe(1)
    },
  )

  test('of another amount end the order that the buyer cancels in the same moment', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const outTradeNo = await buyer.openPayment(order_no)
    await runSql(api.db, sql`UPDATE sandbox_trade SET amount_fen = 100`)
    await sandbox().trades.pay(outTradeNo, api.clock.now, true)
    expect(await buyer.call('POST /api/order/cancel', { order_no })).toMatchObject({
      code: 200,
      data: { status: 'cancelled', refund: { amount_fen: 100 } },
    })
  })

  test('get the same code on a second click, and a failing provider leaves the order unchanged', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    expect(await buyer.openPayment(order_no)).toBe(await buyer.openPayment(order_no))
    const { provider } = sandbox()
    const { createH5 } = provider
    provider.createH5 = () => Promise.reject(new Error('down'))
    const failed = await buyer.call('POST /api/order/pay_h5', { order_no, method: 'sandbox' })
    provider.createH5 = createH5
    expect(failed.code).toBe(500106)
    expect(await buyer.read(order_no)).toMatchObject({ status: 'pending' })
    await buyer.pay(order_no)
    expect(await buyer.read(order_no)).toMatchObject({ status: 'paid' })
  })

  test.each([
    ['another payment is opened', 500106, 'waiting'],
    ['the order is cancelled', 500103, 'closed'],
  ] as const)('that open while %s are closed at the provider', async (change, code, state) => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const { provider } = sandbox()
    const { createNative } = provider
    const [started, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    provider.createNative = async (trade) => {
      provider.createNative = createNative
      started.resolve()
      await resumed.promise
      return createNative(trade)
    }
    const slow = buyer.call('POST /api/order/pay', { order_no, method: 'sandbox' })
    await started.promise
    if (change === 'the order is cancelled')
      await buyer.call('POST /api/order/cancel', { order_no })
    else await buyer.openPayment(order_no)
    resumed.resolve()
    expect((await slow).code).toBe(code)
    const trades = await runSql(api.db, sql`SELECT state FROM sandbox_trade ORDER BY state`)
    expect(trades.map((trade) => trade['state'])).toEqual(
      state === 'waiting' ? ['closed', 'waiting'] : ['closed'],
    )
  })

  test('keep an expired order pending while the provider is down', async () => {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    await buyer.openPayment(order_no)
    const { provider } = sandbox()
    const { query } = provider
    provider.query = () => Promise.reject(new Error('down'))
    api.clock.now += 17 * MINUTE
    await expireOrders(api.deps, api.clock.now)
    expect(await buyer.read(order_no)).toMatchObject({ status: 'pending' })
    provider.query = query
    await expireOrders(api.deps, api.clock.now)
    expect(await buyer.read(order_no)).toMatchObject({ status: 'cancelled' })
  })

  test('refunded without success are retried, and staff are notified after eight attempts', async () => {
    const order_no = await buyer.buy(buildTicketOrder(2))
    await failRefunds(api, sandbox().provider, () =>
      buyer.call('POST /api/order/refund', { order_no }),
    )
    expect(await buyer.read(order_no)).toMatchObject({
      status: 'refunding',
      refund: { status: 'failed' },
    })
    expect(api.logs.join('')).toContain('refund failed')
  })
})

describe('events in any order', () => {
  /** All permutations of a list. */
  function permute<T>(things: readonly T[]): T[][] {
    if (things.length < 2) return [[...things]]
    return things.flatMap((one, index) =>
      permute(things.toSpliced(index, 1)).map((rest) => [one, ...rest]),
    )
  }

  test('all 720 permutations of six events end with a paid order and its tickets', async () => {
    const outcomes = new Set<string>()
    // Permutations of equal events are the same.
    const orders = permute(['notified', 'notified', 'queried', 'expired', 'queried', 'notified'])
    const different = new Map(orders.map((events) => [events.join(), events]))
    expect([orders.length, different.size]).toEqual([720, 60])
    for (const events of different.values()) {
      const one = createBuyer(api, await createMember(api))
      await runSql(
        api.db,
        sql`UPDATE show_tier SET stock = sold + held + 10 WHERE show_id = 5 AND tier_id = 2`,
      )
      const { order_no } = await one.order(buildTicketOrder(1))
      const trade = await one.openPayment(order_no)
      const webhook = await payAndSign(trade)
      for (const event of events) {
        if (event === 'notified') await post(webhook)
        if (event === 'queried') await runJobs(api)
        if (event === 'expired') await expireOrders(api.deps, api.clock.now + 20 * MINUTE)
      }
      const { status, refund } = await one.read(order_no)
      outcomes.add(JSON.stringify([status, refund]))
    }
    expect([...outcomes]).toEqual([JSON.stringify(['paid', null])])
  })

  test(`${RACES} races of expiry and payment end either paid with money or cancelled without`, async () => {
    const outcomes = new Map<string, number>()
    for (let n = 0; n < RACES; n += 1) {
      const one = createBuyer(api, await createMember(api))
      await runSql(
        api.db,
        sql`UPDATE show_tier SET stock = sold + held + 10 WHERE show_id = 5 AND tier_id = 2`,
      )
      const { order_no } = await one.order(buildTicketOrder(1))
      const trade = await one.openPayment(order_no)
      const expire = () => expireOrders(api.deps, api.clock.now + 18 * MINUTE)
      const pay = async () => {
        // A trade that was closed first accepts no payment.
        if (n % 2 === 0) await Promise.resolve()
        if (await sandbox().trades.pay(trade, api.clock.now)) await post(await payAndSign(trade))
      }
      await Promise.all(n % 3 === 0 ? [expire(), pay()] : [pay(), expire()])
      const { status } = await one.read(order_no)
      const hasMoney = (await sandbox().trades.find(trade))?.state === 'paid'
      const outcome = `${status} ${hasMoney ? 'with' : 'without'} money`
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    const allowed = new Set(['paid with money', 'cancelled without money'])
    expect([...outcomes.keys()].filter((name) => !allowed.has(name))).toEqual([])
  })
})

describe('sandbox payment page', () => {
  /** The URL of a payment page that links back to the shop. */
  async function openPayerPage(): Promise<string> {
    const { order_no } = await buyer.order(buildTicketOrder(2))
    const { data } = await buyer.call('POST /api/order/pay', { order_no, method: 'sandbox' })
    const { pathname, search } = new URL((data as { code_url: string }).code_url)
    return `${pathname}${search}&redirect_url=/en/pay/success`
  }
  const choose = async (address: string, action: string) => {
    const body = new URLSearchParams({ action })
    return (await api.app.request(address, { method: 'POST', body })).text()
  }
  const read = async (address: string) => (await api.app.request(address)).text()

  test('offers every outcome before a choice, and the way back after the payment', async () => {
    const address = await openPayerPage()
    expect(await read(address)).toContain('<button name="action" value="fail">')
    for (const page of [await choose(address, 'pay'), await read(address)]) {
      expect(page).not.toContain('<button')
      expect(page).toMatch(/Paid.*href="\/en\/pay\/success".*<h1>/s)
    }
  })

  test('allows another attempt after a failed payment', async () => {
    const address = await openPayerPage()
    const page = await choose(address, 'fail')
    expect(page).not.toContain('<button')
    expect(page).toMatch(/failed.*Back to the shop.*Try again/s)
    expect(await choose(address, 'pay')).toContain('Paid')
  })
})
