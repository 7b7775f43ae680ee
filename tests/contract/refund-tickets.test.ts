import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#api/order.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import {
  buildTicketOrder,
  checkAndClose,
  createBuyer,
  failRefunds,
  createVerifier,
  moveShow,
  runJobs,
  type Buyer,
  type TicketOrder,
} from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { readRow, readSql, runSql } from '#tests/support/database.ts'
import { runStaffLine } from '#tests/support/run-admin.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Prices of the two price levels, read from the fixture. */
const PRICES = { 1: 0, 2: 0 }

let api: TestAdminApi
let buyer: Buyer
beforeEach(async () => {
  api = await openAdminApi()
  buyer = createBuyer(api, await createMember(api, '+8613800137000'))
})
afterEach(() => checkAndClose(api))

const readTickets = (orderNo: string) => buyer.readTickets(orderNo)

/** Buys three tickets of two price levels. */
async function buyTickets(): Promise<TicketOrder> {
  const prices = await readSql(api.db, sql`SELECT id, price_fen FROM tier WHERE id IN (1, 2)`)
  for (const { id, price_fen: fen } of prices) PRICES[id as 1 | 2] = Number(fen)
  const order_no = await buyer.buy({
    type: 'performance',
    show_id: 5,
    lines: [
      { tier_id: 1, quantity: 1 },
      { tier_id: 2, quantity: 2 },
    ],
    expected_payable_fen: PRICES[1] + 2 * PRICES[2],
  })
  return readTickets(order_no)
}

let keys = 0
const refund = (
  { order_no }: Pick<Order, 'order_no'>,
  tickets: readonly { id: number; refund_fen: number | null }[],
  {
    expected = tickets.reduce((sum, { refund_fen: fen }) => sum + (fen ?? 0), 0),
    key = `refund-key-${(keys += 1)}`,
  } = {},
) =>
  buyer.call(
    'POST /api/order/refund_tickets',
    {
      order_no,
      ticket_ids: tickets.map(({ id }) => id),
      expected_refund_fen: expected,
    },
    key,
  )

const readStock = () =>
  readRow(
    api.db,
    sql`SELECT sum(held) AS held, sum(sold - sold_before) AS sold FROM show_tier WHERE show_id = 5`,
  )

const listRefunds = async (): Promise<number[]> => {
  const rows = await readSql(api.db, sql`SELECT amount_fen FROM sandbox_refund ORDER BY amount_fen`)
  return rows.map(({ amount_fen: fen }) => Number(fen))
}

describe('single-ticket refunds', () => {
  test('return the price of the ticket and keep the other tickets valid', async () => {
    const order = await buyTickets()
    expect(order).toMatchObject({ actions: { refund: true, refund_tickets: true } })
    expect(order.refundable_fen).toBe(order.payable_fen)
    const [first, second, third] = order.tickets
    expect(order.tickets.map(({ refund_fen: fen }) => fen)).toEqual([
      PRICES[1],
      PRICES[2],
      PRICES[2],
    ])
    if (!first || !second || !third) throw new Error('no tickets')
    const { code, data } = await refund(order, [second])
    expect([code, data]).toEqual([
      200,
      expect.objectContaining({
        status: 'paid',
        quantity: 3,
        payable_fen: order.payable_fen,
        refundable_fen: PRICES[1] + PRICES[2],
        refund: { status: 'under_way', amount_fen: PRICES[2] },
      }),
    ])
    expect(await readStock()).toMatchObject({ held: 0, sold: 2 })
    await runJobs(api)
    await runJobs(api)
    const after = await readTickets(order.order_no)
    expect(after).toMatchObject({ status: 'paid', refund: { status: 'done' } })
    expect(after.tickets.map(({ state, refund_fen: fen }) => [state, fen])).toEqual([
      ['valid', PRICES[1]],
      ['void', null],
      ['valid', PRICES[2]],
    ])
    expect(after.events.map(({ event }) => event)).toEqual([
      'created',
      'paid',
      'tickets_refunded',
      'refund_requested',
      'refunded',
    ])
    expect(await listRefunds()).toEqual([PRICES[2]])
  })

  test('void the ticket at the door; the remaining tickets are admitted and verify the order', async () => {
    const order = await buyTickets()
    const [first, ...remaining] = order.tickets
    if (!first) throw new Error('no tickets')
    await refund(order, [first])
    await moveShow(api, HOUR)
    const door = await createVerifier(api)
    const scan = async (code: string, nonce: string) =>
      (await door.call('POST /api/order/verify', { code, nonce })).data
    expect(await scan(first.code, 'nonce-of-refunded')).toMatchObject({ result: 'void' })
    for (const [index, { code }] of remaining.entries()) {
      expect(await scan(code, `nonce-of-kept-${index}`)).toMatchObject({ result: 'admitted' })
    }
    expect(await buyer.read(order.order_no)).toMatchObject({ status: 'verified' })
  })

  test('end the order with the last ticket and never exceed the amount paid', async () => {
    const order = await buyTickets()
    for (const ticket of order.tickets) {
      expect((await refund(order, [ticket])).code).toBe(200)
      await runJobs(api)
    }
    expect(await buyer.read(order.order_no)).toMatchObject({
      status: 'refunded',
      refund: { status: 'done', amount_fen: order.payable_fen },
    })
    const refunds = await listRefunds()
    expect(refunds).toHaveLength(3)
    expect(refunds.reduce((sum, fen) => sum + fen, 0)).toBe(order.payable_fen)
    expect(await readStock()).toMatchObject({ held: 0, sold: 0 })
  })

  test('of all tickets but a used one return nothing for the used one', async () => {
    const order = await buyTickets()
    const [used, ...others] = order.tickets
    const door = await createVerifier(api)
    await moveShow(api, HOUR)
    await door.call('POST /api/order/verify', { code: used?.code ?? '', nonce: 'door-nonce-1' })
    await moveShow(api, 72 * HOUR)
    expect((await refund(order, others)).code).toBe(200)
    await runJobs(api)
    expect(await listRefunds()).toEqual([2 * PRICES[2]])
    const { tickets } = await readTickets(order.order_no)
    expect(tickets.map(({ state }) => state)).toEqual(['used', 'void', 'void'])
  })

  test('can be followed by a refund of the whole order', async () => {
    const order = await buyTickets()
    await refund(order, order.tickets.slice(0, 1))
    const { data } = await buyer.call('POST /api/order/refund', { order_no: order.order_no })
    expect(data).toMatchObject({ status: 'refunding', refund: { amount_fen: order.payable_fen } })
    await runJobs(api)
    expect(await listRefunds()).toEqual([PRICES[1], 2 * PRICES[2]].toSorted((a, b) => a - b))
  })

  test('go back to the balance if it paid the order', async () => {
    await buyer.buy({ type: 'recharge', amount_fen: 100_000 })
    const { order_no } = await buyer.order(buildTicketOrder(2))
    await buyer.call('POST /api/order/pay', { order_no, method: 'balance' })
    const order = await readTickets(order_no)
    await refund(order, order.tickets.slice(0, 1))
    await runJobs(api)
    expect(await readRow(api.db, sql`SELECT fen FROM balance`)).toEqual({
      fen: 100_000 - 18_050,
    })
  })

  test('free the ticket limit of the account', async () => {
    await runSql(api.db, sql`UPDATE performance SET account_limit = 3`)
    const order = await buyTickets()
    const another = buildTicketOrder(1)
    expect((await buyer.create(another)).code).toBe(500102)
    await refund(order, order.tickets.slice(0, 1))
    expect((await buyer.create(another)).code).toBe(200)
  })

  test('are announced in one message with the refunded tickets', async () => {
    const order = await buyTickets()
    await refund(order, order.tickets.slice(0, 2))
    const rows = await readSql(
      api.db,
      sql`SELECT event, record FROM member_message WHERE kind = 'tickets_refunded'`,
    )
    expect(rows).toHaveLength(1)
    expect(JSON.parse(String(rows[0]?.['record']))).toMatchObject({
      ticketIds: order.tickets.slice(0, 2).map(({ id }) => id),
      returned: { kind: 'money', amountFen: PRICES[1] + PRICES[2], method: 'sandbox' },
    })
  })
})

describe('request to refund tickets', () => {
  test('pays once, however often it is repeated with its key', async () => {
    const order = await buyTickets()
    const chosen = order.tickets.slice(0, 1)
    const results = await Promise.all(
      Array.from({ length: 20 }, () => refund(order, chosen, { key: 'one-key-of-a-refund' })),
    )
    expect(new Set(results.map(({ code }) => code))).toEqual(new Set([200]))
    expect((await refund(order, chosen)).code).toBe(500122)
    await runJobs(api)
    await runJobs(api)
    expect(await listRefunds()).toEqual([PRICES[1]])
  })

  test('refunds each ticket once in 20 simultaneous requests without a common key', async () => {
    const order = await buyTickets()
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => refund(order, order.tickets.slice(n % 2, (n % 2) + 1))),
    )
    expect(results.filter(({ code }) => code === 200)).toHaveLength(2)
    await runJobs(api)
    expect((await listRefunds()).reduce((sum, fen) => sum + fen, 0)).toBe(PRICES[1] + PRICES[2])
  })

  test('is refused for a wrong amount and for foreign, unknown or used tickets', async () => {
    const order = await buyTickets()
    const [first] = order.tickets
    if (!first) throw new Error('no tickets')
    expect((await refund(order, [first], { expected: 1 })).code).toBe(500104)
    expect((await refund(order, [{ id: 99_999, refund_fen: 0 }])).code).toBe(500122)
    expect((await refund(order, [first, first])).code).toBe(400)
    expect((await refund(order, [])).code).toBe(400)
    const stranger = createBuyer(api, await createMember(api))
    const body = { order_no: order.order_no, ticket_ids: [first.id], expected_refund_fen: 0 }
    expect((await stranger.call('POST /api/order/refund_tickets', body)).code).toBe(404)
    await moveShow(api, HOUR)
    const door = await createVerifier(api)
    await door.call('POST /api/order/verify', { code: first.code, nonce: 'nonce-of-a-used-one' })
    await moveShow(api, 5 * 24 * HOUR)
    expect((await refund(order, [first])).code).toBe(500122)
    const { order_no } = order
    expect((await buyer.call('POST /api/order/refund', { order_no })).code).toBe(500116)
    expect(await readStock()).toMatchObject({ sold: 3 })
  })

  test('is refused within 48 hours of the show, unless the show was moved', async () => {
    const order = await buyTickets()
    await moveShow(api, 47 * HOUR)
    expect((await refund(order, order.tickets.slice(0, 1))).code).toBe(500116)
    const late = await readTickets(order.order_no)
    expect(late.actions.refund_tickets).toBe(false)
    expect(late.tickets.map(({ refund_fen: fen }) => fen)).toEqual([null, null, null])
    await runSql(api.db, sql`UPDATE "order" SET refundable_until = ${api.clock.now + HOUR}`)
    expect((await refund(order, order.tickets.slice(0, 1))).code).toBe(200)
  })

  test('is retried when the provider fails, and then left to staff', async () => {
    const order = await buyTickets()
    await failRefunds(api, api.deps.sandbox?.provider, () =>
      refund(order, order.tickets.slice(0, 1)),
    )
    expect(await buyer.read(order.order_no)).toMatchObject({
      status: 'paid',
      refund: { status: 'failed', amount_fen: PRICES[1] },
    })
  })
})

describe('orders refund --ticket', () => {
  const run = (line: string) => runStaffLine(api, line)

  test('refunds the tickets listed by `orders show`, regardless of the deadline', async () => {
    const order = await buyTickets()
    const [first, second] = order.tickets
    await moveShow(api, HOUR)
    expect(await run(`orders show ${order.order_no}`)).toContain(
      `Ticket ${first?.id}, 甲票, ${(PRICES[1] / 100).toFixed(2)}: valid`,
    )
    const dry = await run(`orders refund ${order.order_no} --ticket ${first?.id} --dry-run`)
    expect(dry).toContain('the order keeps 2 tickets')
    const done = await run(
      `orders refund ${order.order_no} --ticket ${first?.id} ${second?.id} --yes`,
    )
    expect(done).toContain(
      `refund of ${((PRICES[1] + PRICES[2]) / 100).toFixed(2)} yuan requested, status paid`,
    )
    await expect(
      run(`orders refund ${order.order_no} --ticket ${first?.id} --yes`),
    ).rejects.toThrow(`Ticket ${first?.id} is void`)
    await expect(run(`orders refund ${order.order_no} --ticket 9999 --yes`)).rejects.toThrow(
      'has no ticket 9999',
    )
    // Refunding the order returns the rest.
    expect(await run(`orders refund ${order.order_no} --yes`)).toContain(
      'refund of 180.50 yuan requested',
    )
  })
})
