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
  type Buyer,
} from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { runStaffLine } from '#tests/support/run-admin.ts'
import { runRandomPayments, RANDOM_PAYMENTS_MS } from '#tests/support/random-payments.ts'
import type { Session } from '#tests/support/stripe/account.ts'
import { signEvent } from '#tests/support/stripe/sign-event.ts'
import { startStripe, type StripeApi } from '#tests/support/stripe/start-stripe.ts'
import { readNumber } from '#tests/support/database.ts'

const MINUTE = 60_000
const PRICE = 36_100

let clock: { now: number }
let stripe: StripeApi
let api: TestAdminApi
let buyer: Buyer
/** The secret that Stripe currently signs with. */
let currentSecret: string
beforeAll(async () => {
  stripe = await startStripe(() => clock.now)
})
afterAll(() => stripe.close())
beforeEach(async () => {
  api = await openAdminApi({ settings: { ...stripe.settings, AUTH_MODE: 'bearer' } })
  clock = api.clock
  buyer = createBuyer(api, await createMember(api))
  stripe.state.faultMode = 'none'
  currentSecret = stripe.secrets[1]
  Object.assign(stripe.account.settings, { refundStatus: 'succeeded', isEmpty: false })
})
afterEach(() => checkAndClose(api))

const tickets = buildTicketOrder(2)

const pay = (order_no: string) =>
  buyer.call('POST /api/order/pay_h5', { order_no, method: 'stripe' })

const findSession = (): Session => {
  const session = [...stripe.account.sessions.values()].at(-1)
  if (!session) throw new Error('no session')
  return session
}

/** An order with an open Checkout Session. */
async function openOrder() {
  const { order_no } = await buyer.order(tickets)
  expect((await pay(order_no)).code).toBe(200)
  return { order_no, session: findSession() }
}

type Notification = ReturnType<StripeApi['notify']>

const post = ({ body, headers }: Notification) =>
  api.app.request('/api/pay/stripe_notify', { method: 'POST', body, headers })

const complete = (session: Session) => stripe.notify('checkout.session.completed', session)
/** Errors in the log with this message. */
const listErrors = (msg: string): object[] =>
  api.logs
    .flatMap((text) => text.split('\n').filter(Boolean))
    .map((line): object => JSON.parse(line))
    .filter(
      (entry) => 'level' in entry && entry.level === 50 && 'msg' in entry && entry.msg === msg,
    )

/** An order that the buyer has paid, and whose refund has been sent. */
async function refundOrder() {
  const { order_no, session } = await openOrder()
  stripe.account.pay(session.id)
  await post(complete(session))
  await buyer.call('POST /api/order/refund', { order_no })
  await runJobs(api)
  const refund = stripe.account.refunds.at(-1)
  if (!refund) throw new Error('no refund')
  return { order_no, refund }
}

describe('orders paid at Stripe', () => {
  test('can be paid on a page of Stripe, reported by an event, and refunded', async () => {
    const { order_no, session } = await openOrder()
    expect(session).toMatchObject({ amount_total: PRICE, currency: 'cny' })
    expect(session.success_url).toMatch(new RegExp(`/pay/pay\\?id=${order_no}$`))
    stripe.account.pay(session.id)
    const event = complete(session)
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(event)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await countPayments(api)).toBe(1)
    expect(await buyer.readStatus(order_no)).toBe('paid')
    expect((await buyer.call('POST /api/order/refund', { order_no })).code).toBe(200)
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('refunded')
    expect(stripe.account.refunds.at(-1)).toMatchObject({ amount: PRICE, status: 'succeeded' })
  })

  test('open the same session on a repeated click', async () => {
    const { order_no, session } = await openOrder()
    await pay(order_no)
    expect(findSession()).toBe(session)
  })

  test('are found paid by polling, without an event', async () => {
    const { order_no, session } = await openOrder()
    stripe.account.pay(session.id)
    clock.now += 11_000
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('paid')
  })

  test('expire together with their session, so that no payment arrives late', async () => {
    const { order_no, session } = await openOrder()
    clock.now += 40 * MINUTE
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('cancelled')
    expect(session.status).toBe('expired')
  })

  test('cannot be cancelled after the buyer has paid', async () => {
    const { order_no, session } = await openOrder()
    stripe.account.pay(session.id)
    expect((await buyer.call('POST /api/order/cancel', { order_no })).code).toBe(500107)
    expect(await buyer.readStatus(order_no)).toBe('paid')
  })

  test('with a pending refund wait for its event', async () => {
    stripe.account.settings.refundStatus = 'pending'
    const { order_no, refund } = await refundOrder()
    expect(await buyer.readStatus(order_no)).toBe('refunding')
    refund.status = 'succeeded'
    expect((await post(stripe.notify('refund.updated', refund))).status).toBe(204)
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('refunded')
  })

  test('are reported to staff once if their refund fails after it succeeded', async () => {
    const { order_no, refund } = await refundOrder()
    expect(await buyer.readStatus(order_no)).toBe('refunded')
    // Events about a successful refund change nothing.
    expect((await post(stripe.notify('refund.updated', refund))).status).toBe(204)
    expect(await buyer.readStatus(order_no)).toBe('refunded')
    refund.status = 'failed'
    const failed = stripe.notify('refund.failed', refund)
    for (const event of [failed, failed, stripe.notify('refund.updated', refund)]) {
      expect((await post(event)).status).toBe(204)
    }
    const { status, refund: shown } = await buyer.read(order_no)
    expect([status, shown?.status]).toEqual(['refunding', 'failed'])
    const lines = listErrors('refund failed after it was completed')
    expect(lines).toEqual([expect.objectContaining({ provider: 'stripe', order: order_no })])
    // The refund is not sent again, because Stripe has failed it permanently.
    clock.now += 60 * MINUTE
    await runJobs(api)
    expect(stripe.account.refunds.at(-1)).toBe(refund)
    // Staff repay the buyer; a repeated event no longer changes the order.
    await runStaffLine(api, `orders refund ${order_no} --settled-by-hand --yes`)
    expect((await post(stripe.notify('refund.failed', refund))).status).toBe(204)
    expect(await buyer.readStatus(order_no)).toBe('refunded')
  })

  test('are refunded once more if staff send a failed refund again', async () => {
    const { order_no, refund } = await refundOrder()
    const before = stripe.account.refunds.length
    clock.now += 60 * MINUTE
    refund.status = 'failed'
    await post(stripe.notify('refund.failed', refund))
    const id = await readNumber(api.db, sql`SELECT id FROM "order" WHERE order_no = ${order_no}`)
    await api.db.transaction((trx) => retryFailedRefunds(trx, id, clock.now))
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('refunded')
    const { payment_intent, amount } = refund
    expect(stripe.account.refunds.slice(before)).toMatchObject([
      { payment_intent, amount, status: 'succeeded' },
    ])
  })

  test('are reported to staff and unchanged when the payment is disputed', async () => {
    const { order_no, session } = await openOrder()
    stripe.account.pay(session.id)
    await post(complete(session))
    const dispute = {
      id: 'du_1',
      object: 'dispute',
      payment_intent: session.payment_intent,
      amount: PRICE,
      reason: 'fraudulent',
      status: 'needs_response',
    }
    for (const payment_intent of [session.payment_intent, 'pi_of_another_product', null]) {
      const event = stripe.notify('charge.dispute.created', { ...dispute, payment_intent })
      expect((await post(event)).status).toBe(204)
    }
    expect(await buyer.readStatus(order_no)).toBe('paid')
    expect(listErrors('payment disputed at the bank')).toEqual([
      expect.objectContaining({ order: order_no, reason: 'fraudulent', amountFen: PRICE }),
    ])
  })

  test('are cancelled even if the response to the expiry of their session was lost', async () => {
    const { order_no, session } = await openOrder()
    stripe.state.faultMode = 'lost expiry'
    clock.now += 40 * MINUTE
    await runJobs(api)
    expect([await buyer.readStatus(order_no), session.status]).toEqual(['pending', 'expired'])
    stripe.state.faultMode = 'none'
    clock.now += MINUTE
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('cancelled')
  })

  test('accept events signed with either secret during a rotation', async () => {
    const { order_no, session } = await openOrder()
    stripe.account.pay(session.id)
    const event = stripe.notify('checkout.session.completed', session, {}, stripe.secrets[0])
    expect((await post(event)).status).toBe(204)
    expect(await buyer.readStatus(order_no)).toBe('paid')
  })
})

const paid = (session: Session, over: object = {}): Session => ({
  ...session,
  status: 'complete',
  payment_status: 'paid',
  payment_intent: 'pi_test_forged',
  ...over,
})
const resign = (body: string, at = clock.now) => ({
  body,
  headers: { 'stripe-signature': signEvent(body, stripe.secrets[1], at) },
})
const at = (session: Session, ms: number, secret: string = stripe.secrets[1]) =>
  stripe.notify('checkout.session.completed', paid(session), {}, secret, clock.now + ms)
const completeWith = (session: Session, over: object) => complete(paid(session, over))
const withHeader = (session: Session, header: string): Notification => ({
  ...complete(paid(session)),
  headers: { 'stripe-signature': header },
})

/** Forged or irrelevant events with the response status: 204 if authentic but irrelevant. */
const NO_PAYMENTS: [string, number, (session: Session) => Notification][] = [
  ['signed with another secret', 401, (one) => at(one, 0, 'whsec_secretOfSomebodyElse')],
  ['without a signature', 401, (one) => withHeader(one, '')],
  ['with a malformed signature header', 401, (one) => withHeader(one, 'v1=abc')],
  [
    'with the scheme v0 alone',
    401,
    (one) => withHeader(one, complete(paid(one)).headers['stripe-signature'].replace('v1=', 'v0=')),
  ],
  [
    'with another time in the header',
    401,
    (one) =>
      withHeader(one, complete(paid(one)).headers['stripe-signature'].replace(/t=\d+/, 't=1')),
  ],
  ['replayed six minutes later', 401, (one) => at(one, -6 * MINUTE)],
  ['six minutes early', 401, (one) => at(one, 6 * MINUTE)],
  [
    'with a tampered byte',
    401,
    (one) => ({ ...complete(paid(one)), body: complete(paid(one)).body.replace('evt_1', 'evt_2') }),
  ],
  [
    'serialised again',
    401,
    (one) => ({
      ...complete(paid(one)),
      body: JSON.stringify(JSON.parse(complete(paid(one)).body), null, 1),
    }),
  ],
  ['without a body', 401, (one) => ({ ...complete(paid(one)), body: '' })],
  ['signed but not JSON', 401, () => resign('paid')],
  [
    'of the live mode',
    401,
    (one) => stripe.notify('checkout.session.completed', paid(one), { livemode: true }),
  ],
  ['in another currency', 401, (one) => completeWith(one, { currency: 'usd' })],
  ['of a smaller amount', 400, (one) => completeWith(one, { amount_total: 1 })],
  ['of a larger amount', 400, (one) => completeWith(one, { amount_total: PRICE + 1 })],
  [
    'of an order that does not exist',
    400,
    (one) => completeWith(one, { metadata: { out_trade_no: 'E0' } }),
  ],
  ['of another product of the account', 204, (one) => completeWith(one, { metadata: {} })],
  [
    'of a session that is not paid yet',
    204,
    (one) => completeWith(one, { payment_status: 'unpaid' }),
  ],
  ['of a session without a payment', 204, (one) => completeWith(one, { payment_intent: null })],
  ['of an expired session', 204, (one) => stripe.notify('checkout.session.expired', paid(one))],
  [
    'of a failed payment',
    204,
    (one) => stripe.notify('checkout.session.async_payment_failed', one),
  ],
  [
    'of a refund before its payment',
    204,
    (one) => stripe.notify('refund.updated', { ...one, metadata: { out_refund_no: 'R0' } }),
  ],
  [
    'of an unknown failed refund',
    204,
    () => stripe.notify('refund.failed', { status: 'failed', metadata: { out_refund_no: 'R0' } }),
  ],
  ['of a foreign refund', 204, () => stripe.notify('refund.failed', { metadata: {} })],
]

describe('Stripe events', () => {
  test.each(NO_PAYMENTS)('%s get status %i and change nothing', async (_, status, forge) => {
    const { order_no, session } = await openOrder()
    const before = await buyer.read(order_no)
    expect((await post(forge(session))).status).toBe(status)
    expect(await countPayments(api)).toBe(0)
    expect(await buyer.read(order_no)).toEqual(before)
  })

  test('that arrive after the order was cancelled restore it once', async () => {
    const { order_no, session } = await openOrder()
    await buyer.call('POST /api/order/cancel', { order_no })
    const late = complete(paid(session))
    expect((await post(late)).status).toBe(204)
    expect((await post(late)).status).toBe(204)
    expect(await buyer.readStatus(order_no)).toBe('paid')
    expect(await countPayments(api)).toBe(1)
  })
})

describe('when Stripe fails', () => {
  test.each(['lost response', 'unreachable', 402, 429, 503] as const)(
    '(%s) a payment is refused with a retry, and paid once',
    async (faultMode) => {
      const { order_no } = await buyer.order(tickets)
      stripe.state.faultMode = faultMode
      expect((await pay(order_no)).code).toBe(500106)
      stripe.state.faultMode = 'none'
      expect((await pay(order_no)).code).toBe(200)
      stripe.account.pay(findSession().id)
      await post(complete(findSession()))
      expect(await buyer.readStatus(order_no)).toBe('paid')
      expect(await countPayments(api)).toBe(1)
    },
  )

  test.each(['lost response', 'unreachable', 429, 503] as const)(
    '(%s) a refund is retried until it succeeds, and made once',
    async (faultMode) => {
      const { order_no, session } = await openOrder()
      stripe.account.pay(session.id)
      await post(complete(session))
      const before = stripe.account.refunds.length
      stripe.state.faultMode = faultMode
      await buyer.call('POST /api/order/refund', { order_no })
      await runJobs(api)
      expect(await buyer.readStatus(order_no)).toBe('refunding')
      stripe.state.faultMode = 'none'
      clock.now += MINUTE
      await runJobs(api)
      expect(await buyer.readStatus(order_no)).toBe('refunded')
      expect(stripe.account.refunds).toHaveLength(before + 1)
    },
  )

  test('a refund refused for lack of funds is made once the account has been topped up', async () => {
    const { order_no, session } = await openOrder()
    stripe.account.pay(session.id)
    await post(complete(session))
    const before = stripe.account.refunds.length
    stripe.account.settings.isEmpty = true
    await buyer.call('POST /api/order/refund', { order_no })
    for (let tries = 0; tries < 3; tries += 1) {
      await runJobs(api)
      clock.now += MINUTE
    }
    expect(await buyer.readStatus(order_no)).toBe('refunding')
    stripe.account.settings.isEmpty = false
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('refunded')
    expect(stripe.account.refunds).toHaveLength(before + 1)
  })

  test('an expired order stays pending until its session is known to be closed', async () => {
    const { order_no, session } = await openOrder()
    stripe.account.pay(session.id)
    stripe.state.faultMode = 503
    clock.now += 40 * MINUTE
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('pending')
    stripe.state.faultMode = 'none'
    clock.now += MINUTE
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('paid')
  })
})

test(
  'random payments, faults and refunds leave exactly the price of paid orders with the venue',
  async () => {
    const { account, state } = stripe
    const find = (address: string) => account.find(address.split('/').at(-1) ?? '')
    await runRandomPayments(api, {
      method: 'stripe',
      faults: ['lost response', 'lost expiry', 'unreachable', 'too many calls'],
      setFault: (name) => {
        Object.assign(state, { faultMode: name === 'too many calls' ? 429 : name })
      },
      rotateKey: () => {
        const [previous, next] = stripe.secrets
        currentSecret = currentSecret === previous ? next : previous
      },
      listTrades: () => [...account.sessions.keys()],
      pay(address) {
        const { id, status, expires_at } = find(address)
        if (status === 'open' && clock.now < expires_at * 1000) account.pay(id)
      },
      isPaid: (id) => account.find(id).payment_status === 'paid',
      notify: (id) =>
        post(stripe.notify('checkout.session.completed', account.find(id), {}, currentSecret)),
      readNetAmount(id) {
        const { payment_intent, amount_total } = account.find(id)
        if (payment_intent === null) return 0
        return account.refunds
          .filter((refund) => refund.payment_intent === payment_intent)
          .filter(({ status }) => status === 'succeeded')
          .reduce((sum, { amount }) => sum - amount, amount_total)
      },
    })
  },
  RANDOM_PAYMENTS_MS,
)
