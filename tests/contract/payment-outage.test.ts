import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { queryPayments, sendRefunds } from '#scripts/admin-api/orders/jobs.ts'
import { listDueRefunds, postponeRefund } from '#scripts/admin-api/orders/refunds.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { startAlipay } from '#tests/support/alipay/start-alipay.ts'
import {
  buildTicketOrder,
  checkAndClose,
  createBuyer,
  runJobs,
  TICKET_FEN,
  type Buyer,
} from '#tests/support/buyer.ts'
import { readRow, runSql } from '#tests/support/database.ts'
import { createMember } from '#tests/support/member.ts'
import { startSlowLink, type Stage } from '#tests/support/slow-link/start-slow-link.ts'
import { startStripe } from '#tests/support/stripe/start-stripe.ts'
import { startWechatPay } from '#tests/support/wechat-pay/start-wechat-pay.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const METHODS = ['wechat', 'alipay', 'stripe'] as const
type Method = (typeof METHODS)[number]

/** Three providers, each behind a link that can delay its calls. */
async function startProviders(now: () => number) {
  const [wechat, alipay, stripe] = await Promise.all([
    startWechatPay(now),
    startAlipay(now),
    startStripe(now),
  ])
  const [wechatLink, alipayLink, stripeLink] = await Promise.all([
    startSlowLink(wechat.settings.WECHAT_PAY_URL),
    startSlowLink(alipay.settings.ALIPAY_URL),
    startSlowLink(stripe.settings.STRIPE_URL),
  ])
  const links = { wechat: wechatLink, alipay: alipayLink, stripe: stripeLink }
  return {
    settings: {
      ...wechat.settings,
      ...alipay.settings,
      ...stripe.settings,
      PAYMENT_PROVIDER: METHODS.join(','),
      AUTH_MODE: 'bearer',
      WECHAT_PAY_URL: wechatLink.url,
      ALIPAY_URL: alipayLink.url,
      STRIPE_URL: stripeLink.url,
    },
    hold: (stage: Stage, methods: readonly Method[] = METHODS) =>
      Promise.all(methods.map((method) => links[method].hold(stage))),
    /** The buyer pays on the provider's page, and the notification is lost. */
    pay(method: Method, address: string): void {
      if (method === 'alipay') alipay.trades.pay(alipay.openPage(address).outTradeNo)
      else if (method === 'stripe') stripe.account.pay(address.split('/').at(-1) ?? '')
      else wechat.trades.pay(new URL(address).searchParams.get('prepay_id') ?? '')
    },
    /** Amounts in fen of all refunds that a provider has made. */
    listRefunds: (method: Method): number[] =>
      (method === 'stripe'
        ? stripe.account.refunds
        : [...(method === 'alipay' ? alipay : wechat).trades.all.values()].flatMap(
            ({ refunds }): { amount: number }[] => [...refunds.values()],
          )
      ).map(({ amount }) => amount),
    close: () =>
      Promise.all([wechat, alipay, stripe, ...Object.values(links)].map((one) => one.close())),
  }
}

interface Cart {
  method: Method
  buyer: Buyer
  order_no: string
}

interface Venue {
  api: TestAdminApi
  providers: Awaited<ReturnType<typeof startProviders>>
}

async function withVenue(run: (venue: Venue) => Promise<void>): Promise<void> {
  const providers = await startProviders(() => api.clock.now)
  const api = await openAdminApi({ settings: providers.settings })
  try {
    const times = sql`starts_at = ${api.clock.now + 30 * DAY}, ends_at = ${api.clock.now + 31 * DAY}`
    await runSql(api.db, sql`UPDATE show SET ${times} WHERE id = 5`)
    await run({ api, providers })
  } finally {
    await checkAndClose(api).finally(providers.close)
  }
}

/** An order for each provider, each by another buyer. */
const orderAll = ({ api }: Venue): Promise<Cart[]> =>
  Promise.all(
    METHODS.map(async (method) => {
      const buyer = createBuyer(api, await createMember(api))
      const { order_no } = await buyer.order(buildTicketOrder(1))
      return { method, buyer, order_no }
    }),
  )

/** Opens the payment of an order on a phone. @returns the business code and the payment URL */
async function open({ buyer, order_no, method }: Cart) {
  const { code, data } = await buyer.call('POST /api/order/pay_h5', { order_no, method })
  return { code, address: code === 200 ? (data as { h5_url: string }).h5_url : '' }
}

const cancel = async ({ buyer, order_no }: Cart) =>
  (await buyer.call('POST /api/order/cancel', { order_no })).code

const readStatuses = (carts: readonly Cart[]) =>
  Promise.all(carts.map(({ buyer, order_no }) => buyer.readStatus(order_no)))

const all = <T>(value: T): T[] => METHODS.map(() => value)

/** Orders paid at the providers without notifications. */
async function payAll(venue: Venue): Promise<Cart[]> {
  const carts = await orderAll(venue)
  for (const cart of carts) venue.providers.pay(cart.method, (await open(cart)).address)
  return carts
}

// Concurrent, because each test waits for timeouts.
test.concurrent.each(['connect', 'headers', 'body'] as const)(
  'slow providers (%s) time out within five seconds without losing orders or paying twice',
  async (stage) => {
    await withVenue(async (venue) => {
      const { api, providers } = venue
      const refunded = await payAll(venue)
      api.clock.now += 11_000
      await runJobs(api)
      for (const { buyer, order_no } of refunded) {
        await buyer.call('POST /api/order/refund', { order_no })
      }
      const paid = await payAll(venue)
      const opened = await orderAll(venue)

      await providers.hold(stage)
      api.clock.now += 11_000
      const tryToPay = async (cart: Cart) => {
        const { code } = await open(cart)
        return [cart.method, code, await cancel(cart)]
      }
      const [attempts] = await Promise.all([
        Promise.all(opened.map(tryToPay)),
        queryPayments(api.deps, api.clock.now),
        sendRefunds(api.deps, api.clock.now),
      ])
      // Alipay's page needs no call, because its URL is signed here. Its order stays pending until the trade
      // is known to be closed.
      expect(attempts).toEqual([
        ['wechat', 500106, 200],
        ['alipay', 200, 500106],
        ['stripe', 500106, 200],
      ])
      expect(await readStatuses(paid)).toEqual(all('pending'))
      expect(await readStatuses(refunded)).toEqual(all('refunding'))
      // The refund was made if only its response is delayed.
      expect(providers.listRefunds('wechat')).toEqual(stage === 'connect' ? [] : [TICKET_FEN])

      await providers.hold('none')
      expect(await Promise.all(opened.map(cancel))).toEqual(all(200))
      for (let round = 0; round < 3; round += 1) {
        api.clock.now += MINUTE
        await runJobs(api)
      }
      expect(await readStatuses(paid)).toEqual(all('paid'))
      expect(await readStatuses(refunded)).toEqual(all('refunded'))
      expect(await readRow(api.db, sql`SELECT count(*) AS n FROM payment`)).toEqual({ n: 6 })
      expect(METHODS.map(providers.listRefunds)).toEqual(all([TICKET_FEN]))
    })
  },
)

test.concurrent('a slow provider does not delay payments at other providers', async () => {
  await withVenue(async (venue) => {
    const { api, providers } = venue
    const carts = await payAll(venue)
    // The attempt at WeChat Pay is due first.
    await runSql(
      api.db,
      sql`UPDATE payment_attempt SET next_query_at = 0 WHERE provider = 'wechat'`,
    )
    await providers.hold('headers', ['wechat'])
    api.clock.now += 11_000
    const jobs = queryPayments(api.deps, api.clock.now).then(() => 'done')
    await expect.poll(() => readStatuses(carts)).toEqual(['pending', 'paid', 'paid'])
    expect(await Promise.race([jobs, 'under way'])).toBe('under way')
    await jobs
  })
})

test('a payment that cannot be recorded is logged, and recorded when it can be', async () => {
  await withVenue(async (venue) => {
    const { api } = venue
    const paid = await payAll(venue)
    api.clock.now += 11_000
    await runSql(api.db, sql`ALTER TABLE payment RENAME TO missing_payment`)
    await queryPayments(api.deps, api.clock.now)
    await runSql(api.db, sql`ALTER TABLE missing_payment RENAME TO payment`)
    const faults = api.logs.filter((line) => line.includes('querying a payment failed'))
    expect(faults).toHaveLength(METHODS.length)
    api.clock.now += MINUTE
    await queryPayments(api.deps, api.clock.now)
    expect(await readStatuses(paid)).toEqual(all('paid'))
  })
})

test('a refund that another process completes during its last try is not shown as failed', async () => {
  await withVenue(async (venue) => {
    const { api } = venue
    const [paid] = await payAll(venue)
    if (!paid) throw new Error('no order')
    api.clock.now += 11_000
    await queryPayments(api.deps, api.clock.now)
    await paid.buyer.call('POST /api/order/refund', { order_no: paid.order_no })
    await runSql(api.db, sql`UPDATE refund SET tries = 7`)
    const [refund] = await listDueRefunds(api.db.query, api.clock.now)
    if (!refund) throw new Error('no refund')
    await sendRefunds(api.deps, api.clock.now)
    api.clock.now += MINUTE
    await sendRefunds(api.deps, api.clock.now)
    const outcome = await api.db.transaction((trx) => postponeRefund(trx, refund, api.clock.now))
    expect(outcome).toBe(false)
    expect((await paid.buyer.read(paid.order_no)).status).toBe('refunded')
  })
})
