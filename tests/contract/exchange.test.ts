import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DataOf } from '#api/index.ts'
import type { Order } from '#api/order.ts'
import { checkInvariants } from '#scripts/admin-api/orders/invariants.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import {
  checkAndClose,
  createBuyer,
  createVerifier,
  moveShow,
  paySandbox,
  runJobs,
  type Buyer,
  type TicketOrder,
} from '#tests/support/buyer.ts'
import { readRow, readSql, runSql } from '#tests/support/database.ts'
import { createMember } from '#tests/support/member.ts'
import { runStaffLine } from '#tests/support/run-admin.ts'

/** EXCHANGE_RUNS=1000 runs the long version. */
const RUNS = Number(process.env['EXCHANGE_RUNS'] ?? 20)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Prices of the fixture's price levels. */
const A_FEN = 38_000
const B_FEN = 18_050
const A = 1
const B = 2

let api: TestAdminApi
let buyer: Buyer
beforeEach(async () => {
  api = await openAdminApi()
  buyer = createBuyer(api, await createMember(api, '+8613800137000'))
})
afterEach(() => checkAndClose(api))

const read = (orderNo: string) => buyer.readTickets(orderNo)

async function buy(tier_id = B, quantity = 2): Promise<TicketOrder> {
  const order_no = await buyer.buy({
    type: 'performance',
    show_id: 5,
    lines: [{ tier_id, quantity }],
    expected_payable_fen: quantity * (tier_id === A ? A_FEN : B_FEN),
  })
  return read(order_no)
}

interface Target {
  show: number
  tier: number
  /** Number of valid tickets to exchange. */
  count?: number
}

const body = (order: TicketOrder, { show, tier, count = 1 }: Target) => ({
  order_no: order.order_no,
  ticket_ids: order.tickets
    .filter(({ state }) => state === 'valid')
    .slice(0, count)
    .map(({ id }) => id),
  show_id: show,
  tier_id: tier,
})

const quote = async (order: TicketOrder, target: Target) => {
  const { code, data } = await buyer.call('POST /api/order/quote_exchange', body(order, target))
  if (code !== 200) throw new Error(`the quote answered ${code}`)
  return data as DataOf<'POST /api/order/quote_exchange'>
}

let keys = 0
/** Exchanges at the quoted price. */
async function exchange(order: TicketOrder, target: Target, key = `exchange-key-${(keys += 1)}`) {
  const { payable_fen, refund_fen } = await quote(order, target)
  const expected = { expected_payable_fen: payable_fen, expected_refund_fen: refund_fen }
  const input = { ...body(order, target), ...expected }
  const { code, data } = await buyer.call('POST /api/order/exchange', input, key)
  return { code, order: data as TicketOrder }
}

/** Admits the first ticket of an order, an hour before the show. */
async function admitFirst({ tickets: [ticket] }: TicketOrder): Promise<void> {
  await moveShow(api, HOUR)
  const door = await createVerifier(api)
  const scan = { code: ticket?.code ?? '', nonce: 'nonce-of-exchange' }
  const { data } = await door.call('POST /api/order/verify', scan)
  expect(data).toMatchObject({ result: 'admitted' })
}

const countStates = ({ tickets }: TicketOrder) => ({
  valid: tickets.filter(({ state }) => state === 'valid').length,
  void: tickets.filter(({ state }) => state === 'void').length,
})

const readStock = async (show: number, tier: number) =>
  readRow(
    api.db,
    sql`SELECT held, sold - sold_before AS sold FROM show_tier WHERE show_id = ${show} AND tier_id = ${tier}`,
  )

/** Total paid in the sandbox less refunds. */
async function readNetAmount(): Promise<number> {
  const row = await readRow(
    api.db,
    sql`SELECT (SELECT coalesce(sum(amount_fen), 0) FROM sandbox_trade WHERE state = 'paid')
      - (SELECT coalesce(sum(amount_fen), 0) FROM sandbox_refund) AS fen`,
  )
  return Number(row?.['fen'])
}

const listEventNames = async (orderNo: string) =>
  (await read(orderNo)).events.map(({ event }) => event)

/** Reasons in the refund messages. */
const listRefundReasons = async () =>
  (await readSql(api.db, sql`SELECT record FROM member_message WHERE kind = 'refund'`)).map(
    ({ record }) => (JSON.parse(String(record)) as { reason: string }).reason,
  )

const listKinds = async () =>
  (await readSql(api.db, sql`SELECT DISTINCT kind FROM member_message ORDER BY kind`)).map(
    ({ kind }) => kind,
  )

describe('ticket exchange', () => {
  test('at the same price completes at once', async () => {
    const order = await buy()
    expect(order.actions.exchange).toBe(true)
    const { code, order: next } = await exchange(order, { show: 2, tier: B })
    expect(code).toBe(200)
    expect(next).toMatchObject({
      status: 'paid',
      show_id: 2,
      quantity: 1,
      original_fen: B_FEN,
      payable_fen: 0,
      credit_fen: B_FEN,
      exchanged_from: order.order_no,
    })
    expect(countStates(next)).toEqual({ valid: 1, void: 0 })
    const before = await read(order.order_no)
    expect(before).toMatchObject({ status: 'paid', refund: null, exchanged_to: [next.order_no] })
    expect(countStates(before)).toEqual({ valid: 1, void: 1 })
    expect([await readStock(5, B), await readStock(2, B)]).toEqual([
      { held: 0, sold: 1 },
      { held: 0, sold: 1 },
    ])
  })

  test('for cheaper tickets refunds the difference, and completes the old order if none remain', async () => {
    const order = await buy(A)
    const { order: next } = await exchange(order, { show: 5, tier: B, count: 2 })
    expect(next).toMatchObject({ status: 'paid', payable_fen: 0, credit_fen: 2 * B_FEN })
    expect(await read(order.order_no)).toMatchObject({
      status: 'completed',
      refund: { status: 'under_way', amount_fen: 2 * (A_FEN - B_FEN) },
      actions: { refund: false, exchange: false },
    })
    await runJobs(api)
    expect(await readNetAmount()).toBe(2 * B_FEN)
    expect(await listKinds()).toEqual(['tickets_bought'])
  })

  test('for dearer tickets keeps the old tickets valid until the difference is paid', async () => {
    const order = await buy()
    const { order: next } = await exchange(order, { show: 2, tier: A, count: 2 })
    expect(next).toMatchObject({
      status: 'pending',
      original_fen: 2 * A_FEN,
      credit_fen: 2 * B_FEN,
      payable_fen: 2 * (A_FEN - B_FEN),
      tickets: [],
      actions: { pay: true, cancel: true },
    })
    expect(countStates(await read(order.order_no))).toEqual({ valid: 2, void: 0 })
    expect(await readStock(2, A)).toEqual({ held: 2, sold: 0 })
    await buyer.pay(next.order_no)
    expect(countStates(await read(next.order_no))).toEqual({ valid: 2, void: 0 })
    expect(countStates(await read(order.order_no))).toEqual({ valid: 0, void: 2 })
    expect(await readNetAmount()).toBe(2 * A_FEN)
  })

  test.each(['expires', 'is cancelled'])('that %s keeps the old tickets valid', async (end) => {
    const order = await buy()
    const { order: next } = await exchange(order, { show: 2, tier: A })
    if (end === 'is cancelled') {
      await buyer.call('POST /api/order/cancel', { order_no: next.order_no })
    } else {
      await buyer.openPayment(next.order_no)
      api.clock.now += 18 * MINUTE
      await runJobs(api)
    }
    expect(await read(next.order_no)).toMatchObject({ status: 'cancelled' })
    expect(countStates(await read(order.order_no))).toEqual({ valid: 2, void: 0 })
    expect(await readStock(2, A)).toEqual({ held: 0, sold: 0 })
  })

  test('that is paid late still completes, or is refunded if the old ticket is gone', async () => {
    const order = await buy()
    const pay = async (next: TicketOrder) => {
      const trade = await buyer.openPayment(next.order_no)
      await buyer.call('POST /api/order/cancel', { order_no: next.order_no })
      await api.deps.sandbox?.trades.pay(trade, api.clock.now, true)
      await paySandbox(api, trade)
      return read(next.order_no)
    }
    // Old and new tickets together are above the limit of the account, but an exchange keeps their number.
    await runSql(api.db, sql`UPDATE performance SET account_limit = 2`)
    const first = (await exchange(order, { show: 2, tier: A })).order
    expect(await pay(first)).toMatchObject({ status: 'paid', paid_late: true })
    const after = await read(order.order_no)
    const second = (await exchange(after, { show: 2, tier: A })).order
    // The ticket is refunded by staff before the payment arrives.
    const ticket = after.tickets.find(({ state }) => state === 'valid')
    const trade = await buyer.openPayment(second.order_no)
    await runStaffLine(api, `orders refund ${order.order_no} --ticket ${ticket?.id} --yes`)
    expect(await read(second.order_no)).toMatchObject({ status: 'cancelled' })
    await paySandbox(api, trade)
    expect(await read(second.order_no)).toMatchObject({
      status: 'cancelled',
      refund: { amount_fen: A_FEN - B_FEN },
    })
    expect(await listEventNames(second.order_no)).toContain('old_ticket_refunded')
    expect(await listRefundReasons()).toContain('old_ticket_refunded')
  })

  test('of a ticket used before payment is cancelled and refunded', async () => {
    const order = await buy()
    const { order: next } = await exchange(order, { show: 2, tier: A })
    await admitFirst(order)
    await buyer.pay(next.order_no)
    expect(await read(next.order_no)).toMatchObject({
      status: 'cancelled',
      refund: { amount_fen: A_FEN - B_FEN },
      tickets: [],
    })
    expect(await read(order.order_no)).toMatchObject({ status: 'paid' })
    expect(await listEventNames(next.order_no)).toContain('old_ticket_used')
    expect(await listRefundReasons()).toEqual(['old_ticket_used'])
  })

  test('is cancelled when staff refund tickets of its old order', async () => {
    const order = await buy()
    const { order: next } = await exchange(order, { show: 2, tier: A })
    const line = `orders refund ${order.order_no} --ticket ${order.tickets[1]?.id} --yes`
    await runStaffLine(api, line)
    expect(await read(next.order_no)).toMatchObject({ status: 'cancelled' })
    expect(await listEventNames(next.order_no)).toContain('old_ticket_refunded')
  })

  test('paid from the balance after its old ticket was used is refused, and the balance returned', async () => {
    await buyer.buy({ type: 'recharge', amount_fen: 100_000 })
    const order = await buy()
    const { order: next } = await exchange(order, { show: 2, tier: A })
    await admitFirst(order)
    const payment = { order_no: next.order_no, method: 'balance' }
    expect((await buyer.call('POST /api/order/pay', payment)).code).toBe(500103)
    expect(await read(next.order_no)).toMatchObject({ status: 'cancelled', tickets: [] })
    await runJobs(api)
    expect(await readRow(api.db, sql`SELECT fen FROM balance`)).toEqual({ fen: 100_000 })
  })

  test('of all tickets leaves nothing of the old date to visit', async () => {
    await exchange(await buy(), { show: 2, tier: B, count: 2 })
    const { data } = await buyer.call('GET /api/account/deletion')
    expect(data).toMatchObject({ blockers: [{ kind: 'visits', count: 1 }] })
  })

  test('of all tickets but a used one does not complete the old order', async () => {
    const order = await buy()
    await admitFirst(order)
    await moveShow(api, 72 * HOUR)
    expect((await exchange(await read(order.order_no), { show: 2, tier: B })).code).toBe(200)
    expect(await read(order.order_no)).toMatchObject({ status: 'verified' })
    const stored = sql`SELECT status FROM "order" WHERE order_no = ${order.order_no}`
    expect(await readRow(api.db, stored)).toEqual({ status: 'paid' })
  })

  test('is refunded to both payments', async () => {
    const order = await buy(B, 1)
    const { order: next } = await exchange(order, { show: 2, tier: A })
    await buyer.pay(next.order_no)
    expect(await read(next.order_no)).toMatchObject({ refundable_fen: A_FEN })
    await buyer.call('POST /api/order/refund', { order_no: next.order_no })
    await runJobs(api)
    await runJobs(api)
    expect(await read(next.order_no)).toMatchObject({
      status: 'refunded',
      refund: { status: 'done', amount_fen: A_FEN },
    })
    expect(await readNetAmount()).toBe(0)
    expect(await read(order.order_no)).toMatchObject({ status: 'completed', refund: null })
  })

  test('moves the invoiceable amount to the new order', async () => {
    const order = await buy()
    const invoice = { kind: 'person', title: '王小明', email: 'wang@example.org' }
    await buyer.call('POST /api/order/invoice', { order_no: order.order_no, invoice })
    const { order: next } = await exchange(order, { show: 2, tier: B })
    expect((await read(order.order_no)).invoice).toMatchObject({ amount_fen: B_FEN })
    await buyer.call('POST /api/order/invoice', { order_no: next.order_no, invoice })
    expect((await read(next.order_no)).invoice).toMatchObject({ amount_fen: B_FEN })
  })

  test('of all tickets ends the invoice request of the old order', async () => {
    const order = await buy()
    const { order_no } = order
    const invoice = { kind: 'person', title: '王小明', email: 'wang@example.org' }
    await buyer.call('POST /api/order/invoice', { order_no, invoice })
    await exchange(order, { show: 2, tier: B, count: 2 })
    expect(await read(order_no)).toMatchObject({
      invoice: { amount_fen: 0 },
      actions: { invoice: false },
    })
    expect((await buyer.call('POST /api/order/invoice', { order_no, invoice })).code).toBe(500124)
  })
})

describe('refused ticket exchange', () => {
  const refuse = async (order: TicketOrder, target: Target, more: object = {}) => {
    const input = { ...body(order, target), expected_payable_fen: 0, expected_refund_fen: 0 }
    return (await buyer.call('POST /api/order/exchange', { ...input, ...more })).code
  }

  test.each([
    ['sold out', { show: 4, tier: B }, 500101],
    ['cancelled', { show: 6, tier: B }, 500109],
    ['moved', { show: 7, tier: B }, 500109],
    ['past', { show: 1, tier: B }, 500109],
    ['the same with the same price level', { show: 5, tier: B }, 400],
    ['unknown', { show: 99, tier: B }, 404],
    ['quoted at another price', { show: 2, tier: A }, 500104],
  ])('for a show that is %s', async (_, target, code) => {
    const order = await buy()
    expect(await refuse(order, target)).toBe(code)
    expect(countStates(await read(order.order_no))).toEqual({ valid: 2, void: 0 })
  })

  test('after the deadline, with another unpaid exchange, and for tickets of others', async () => {
    const order = await buy()
    expect(await refuse(order, { show: 2, tier: B }, { ticket_ids: [99_999] })).toBe(500122)
    const { order: pending } = await exchange(order, { show: 2, tier: A })
    expect(await refuse(order, { show: 2, tier: B })).toBe(500112)
    const refund = await buyer.call('POST /api/order/refund', { order_no: order.order_no })
    expect(refund).toMatchObject({ code: 500112, data: { order_no: pending.order_no } })
    const [ticket] = order.tickets
    const refundOne = await buyer.call('POST /api/order/refund_tickets', {
      order_no: order.order_no,
      ticket_ids: [ticket?.id ?? 0],
      expected_refund_fen: ticket?.refund_fen ?? 0,
    })
    expect(refundOne.code).toBe(500112)
    await buyer.call('POST /api/order/cancel', { order_no: pending.order_no })
    await runSql(api.db, sql`UPDATE show SET starts_at = ${api.clock.now + 47 * HOUR} WHERE id = 5`)
    expect(await refuse(order, { show: 2, tier: B })).toBe(500116)
  })

  test('of tickets already exchanged, while a repeated key gets the first order', async () => {
    const order = await buy()
    const results = await Promise.all(
      Array.from({ length: 20 }, () => exchange(order, { show: 2, tier: B }, 'one-exchange-key')),
    )
    const numbers = new Set(results.map(({ order: next }) => next.order_no))
    expect([new Set(results.map(({ code }) => code)), numbers.size]).toEqual([new Set([200]), 1])
    const input = { ...body(order, { show: 2, tier: B }), expected_payable_fen: 0 }
    const others = await Promise.all(
      Array.from({ length: 20 }, () =>
        buyer.call('POST /api/order/exchange', { ...input, expected_refund_fen: 0 }),
      ),
    )
    expect(new Set(others.map(({ code }) => code))).toEqual(new Set([500122]))
    expect(countStates(await read(order.order_no))).toEqual({ valid: 1, void: 1 })
  })
})

describe('random ticket histories', () => {
  const STEPS = ['buy', 'refund', 'refund a ticket', 'exchange', 'exchange', 'exchange'] as const
  const ENDS = ['pay', 'pay', 'pay late', 'expire', 'cancel', 'leave'] as const

  /** Checks the invariants: the venue keeps the price of the valid tickets. */
  async function expectInvariants(): Promise<void> {
    expect(await checkInvariants(api.db.query, api.clock.now)).toEqual([])
  }

  async function end(orderNo: string, how: (typeof ENDS)[number]): Promise<void> {
    if ((await read(orderNo)).status !== 'pending' || how === 'leave') return
    if (how === 'cancel') {
      await buyer.call('POST /api/order/cancel', { order_no: orderNo })
      return
    }
    const trade = await buyer.openPayment(orderNo)
    if (how === 'expire' || how === 'pay late') {
      api.clock.now += 18 * MINUTE
      await runJobs(api)
    }
    if (how === 'pay late') await api.deps.sandbox?.trades.pay(trade, api.clock.now, true)
    if (how !== 'expire') await paySandbox(api, trade)
  }

  async function runSteps(steps: readonly (readonly [string, string, number, number])[]) {
    buyer = createBuyer(api, await createMember(api))
    const soon = api.clock.now + 20 * 24 * HOUR
    await runSql(
      api.db,
      sql`UPDATE show SET starts_at = ${soon}, ends_at = ${soon + HOUR} WHERE id IN (2, 3, 5)`,
    )
    await runSql(api.db, sql`UPDATE show_tier SET stock = held + sold + 4`)
    const before = await readNetAmount()
    const numbers: string[] = []
    for (const [step, how, pick, where] of steps) {
      const order_no = numbers[pick % Math.max(1, numbers.length)]
      const target = { show: [2, 3, 5][where % 3] ?? 5, tier: where % 2 === 0 ? A : B }
      const order = order_no === undefined ? null : await read(order_no)
      if (order === null || step === 'buy') {
        const quantity = 1 + (pick % 3)
        const { code, data } = await buyer.create({
          type: 'performance',
          show_id: target.show,
          lines: [{ tier_id: target.tier, quantity }],
          expected_payable_fen: quantity * (target.tier === A ? A_FEN : B_FEN),
        })
        if (code === 200) numbers.push((data as Order).order_no)
      } else if (step === 'refund') {
        await buyer.call('POST /api/order/refund', { order_no })
      } else {
        const valid = order.tickets.filter(({ state }) => state === 'valid')
        if (valid.length > 0 && step === 'refund a ticket') {
          const { refund_fen } = valid[0] ?? { refund_fen: null }
          await buyer.call('POST /api/order/refund_tickets', {
            order_no,
            ticket_ids: valid.slice(0, 1).map(({ id }) => id),
            expected_refund_fen: refund_fen ?? 0,
          })
        } else if (valid.length > 0) {
          const chosen = { ...target, count: 1 + (pick % valid.length) }
          const offered = await buyer.call('POST /api/order/quote_exchange', body(order, chosen))
          const quoted = offered.data as DataOf<'POST /api/order/quote_exchange'> | null
          if (offered.code === 200 && quoted) {
            const { code, data } = await buyer.call('POST /api/order/exchange', {
              ...body(order, chosen),
              expected_payable_fen: quoted.payable_fen,
              expected_refund_fen: quoted.refund_fen,
            })
            if (code === 200) numbers.push((data as Order).order_no)
            outcomes.add(code === 200 ? (data as Order).status : 'refused')
          }
        }
      }
      const last = numbers.at(-1)
      if (last !== undefined) await end(last, how as (typeof ENDS)[number])
      await expectInvariants()
    }
    for (let round = 0; round < 3; round += 1) {
      api.clock.now += 20 * MINUTE
      await runJobs(api)
    }
    await expectInvariants()
    const orders = await Promise.all(numbers.map(read))
    const validFen = (
      await readRow(
        api.db,
        sql`SELECT coalesce(sum(l.paid_fen), 0) AS fen FROM ticket AS t
          JOIN order_line AS l ON l.order_id = t.order_id AND l.tier_id = t.tier_id
          JOIN "order" AS o ON o.id = t.order_id
          WHERE t.state = 'valid' AND o.order_no IN (${sql.join(numbers.length > 0 ? numbers : ['none'])})`,
      )
    )?.['fen']
    expect((await readNetAmount()) - before).toBe(Number(validFen))
    if (orders.some(({ exchanged_from: from, status }) => from !== null && status === 'refunded')) {
      outcomes.add('refunded')
    }
  }
  const outcomes = new Set<string>()

  test(
    `${RUNS} runs: the venue keeps exactly the price of the valid tickets`,
    async () => {
      const step = fc.tuple(
        fc.constantFrom(...STEPS),
        fc.constantFrom(...ENDS),
        fc.nat({ max: 11 }),
        fc.nat({ max: 11 }),
      )
      await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), runSteps), {
        numRuns: RUNS,
        examples: [
          [
            [
              ['buy', 'pay', 1, 5],
              ['exchange', 'pay', 0, 4],
              ['exchange', 'pay', 1, 3],
              ['refund', 'leave', 2, 0],
              ['refund', 'leave', 0, 0],
            ],
          ],
        ],
      })
      expect([...outcomes]).toEqual(expect.arrayContaining(['paid', 'pending', 'refunded']))
    },
    Math.max(600_000, RUNS * 5_000),
  )
})
