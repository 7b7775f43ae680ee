import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DataOf } from '#api/index.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { checkAndClose, createBuyer, type Buyer, type TicketOrder } from '#tests/support/buyer.ts'
import { readSql, runSql } from '#tests/support/database.ts'
import { createMember, type TestMember } from '#tests/support/member.ts'
import { runAdminLine } from '#tests/support/run-admin.ts'
import { sendAllMessages } from '#tests/support/send-all-messages.ts'
import { readCsv } from './application-staff.ts'

const HOUR = 3_600_000
/** Prices of the fixture's price levels in fen. */
const PRICES = { 1: 38_000, 2: 18_050 } as const

let api: TestAdminApi
let buyer: Buyer
let headers: TestMember['headers']
beforeEach(async () => {
  api = await openAdminApi()
  const [begins, ends] = [api.clock.now + 30 * 24 * HOUR, api.clock.now + 31 * 24 * HOUR]
  await runSql(
    api.db,
    sql`UPDATE show SET starts_at = ${begins}, ends_at = ${ends} WHERE id IN (2, 5)`,
  )
  await runSql(api.db, sql`UPDATE performance SET sale_starts_at = 0`)
  const member = await createMember(api, '+8613800137000')
  headers = member.headers
  buyer = createBuyer(api, member)
})
afterEach(() => checkAndClose(api))

async function buy(tier_id: keyof typeof PRICES = 2): Promise<TicketOrder> {
  const order_no = await buyer.buy({
    type: 'performance',
    show_id: 5,
    lines: [{ tier_id, quantity: 2 }],
    expected_payable_fen: 2 * PRICES[tier_id],
  })
  return buyer.readTickets(order_no)
}

const run = (line: string, answer: boolean | null = null) => runAdminLine(api, line, { answer })

/** Exchanges the first ticket of an order. */
const exchange = (order: TicketOrder, options: string, answer: boolean | null = null) =>
  run(`orders exchange ${order.order_no} ${options} --ticket ${order.tickets[0]?.id}`, answer)

const listStates = async (orderNo: string) =>
  (await buyer.readTickets(orderNo)).tickets.map(({ state }) => state)

/** The orders of the buyer, newest first. */
const listOrders = async () =>
  ((await buyer.call('POST /api/order/list')).data as DataOf<'POST /api/order/list'>).items

test('orders exchange shows the plan, asks, and completes an exchange without surcharge at once', async () => {
  const order = await buy(1)
  const plan = await exchange(order, '2 2 --dry-run')
  expect(plan).toMatchObject({ code: 0, errors: '' })
  expect(plan.output).toMatch(/^Ticket \d+, .+, becomes void: 380\.00 yuan$/m)
  expect(plan.output).toMatch(/^New: 1 ticket of show 2, .+, 180\.50 yuan$/m)
  expect(plan.output).toMatch(/^Refund of 199\.50 yuan$/m)
  expect(await exchange(order, '2 2')).toMatchObject({ code: 2 })
  expect(await exchange(order, '2 2', false)).toMatchObject({
    code: 1,
    questions: ['Exchange 1 ticket?'],
  })
  expect(await listStates(order.order_no)).toEqual(['valid', 'valid'])

  const done = await exchange(order, '2 2 --yes')
  const [next] = await listOrders()
  expect(done.output).toContain(
    `Order ${order.order_no}: 1 ticket exchanged, the new order is ${next?.order_no}`,
  )
  expect(await listStates(order.order_no)).toEqual(['void', 'valid'])
  expect(await listStates(next?.order_no ?? '')).toEqual(['valid'])
  expect(await buyer.read(order.order_no)).toMatchObject({ refund: { amount_fen: 19_950 } })
  const audit = await readSql(api.db, sql`SELECT action, data FROM audit_log ORDER BY id DESC`)
  expect(audit[0]).toMatchObject({ action: 'ticket exchange' })
  expect(String(audit[0]?.['data'])).toContain(next?.order_no)
})

test('orders exchange leaves a surcharge for the member to pay on the site', async () => {
  const order = await buy()
  const { output } = await exchange(order, '2 1 --yes')
  expect(output).toContain('199.50 yuan to pay by the member')
  const [next] = await listOrders()
  expect(output).toContain(`Order ${next?.order_no}: 199.50 yuan to pay until 20`)
  expect(await listStates(order.order_no)).toEqual(['valid', 'valid'])
  await sendAllMessages(api)
  const { items } = await api.read('POST /api/account/messages', { headers, lang: 'en' })
  expect(items[0]).toMatchObject({
    title: expect.stringMatching(/^Pay ¥199\.50 to exchange your tickets/),
    summary: expect.stringMatching(/^Please pay by .*your old tickets stay valid/),
  })
  await buyer.pay(next?.order_no ?? '')
  expect(await listStates(order.order_no)).toEqual(['void', 'valid'])
  expect(await listStates(next?.order_no ?? '')).toEqual(['valid'])
})

test('orders export states the price of new tickets and the credit for the old ones', async () => {
  await exchange(await buy(), '2 1 --yes')
  const [next] = await listOrders()
  const file = join(api.dataDir, 'orders.csv')
  await run(`orders export ${file}`)
  const [titles = [], ...rows] = readCsv(readFileSync(file, 'utf8'))
  const row = rows.find((cells) => cells.includes(next?.order_no ?? ''))
  const readCell = (title: string) => row?.[titles.indexOf(title)]
  expect(readCell('原价 Original')).toBe('380.00')
  expect(readCell('原票抵扣 Exchange credit')).toBe('180.50')
})

test('a member is not asked for a surcharge that is paid already', async () => {
  const order = await buy()
  await exchange(order, '2 1 --yes')
  const [next] = await listOrders()
  await buyer.pay(next?.order_no ?? '')
  await sendAllMessages(api)
  const { items } = await api.read('POST /api/account/messages', { headers, lang: 'en' })
  expect(items.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Your new tickets/),
    expect.stringMatching(/^Your tickets/),
  ])
})

test('orders exchange defaults to all valid tickets and ignores the members’ deadline', async () => {
  const order = await buy()
  const soon = api.clock.now + HOUR
  await runSql(api.db, sql`UPDATE show SET starts_at = ${soon} WHERE id = 5`)
  expect(await buyer.read(order.order_no)).toMatchObject({ actions: { exchange: false } })
  expect(await run(`orders exchange ${order.order_no} 2 2 --yes`)).toMatchObject({
    code: 0,
    output: expect.stringContaining('2 tickets exchanged'),
  })
  expect(await buyer.read(order.order_no)).toMatchObject({ status: 'completed' })
  expect(await listStates(order.order_no)).toEqual(['void', 'void'])
  expect(await run(`orders exchange ${order.order_no} 2 2 --yes`)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('has no valid ticket'),
  })
})

test('an order whose tickets were all exchanged no longer concerns its show', async () => {
  const order = await buy()
  await run(`orders exchange ${order.order_no} 2 2 --yes`)
  expect(await run('shows cancel 5 --dry-run')).toMatchObject({
    output: expect.stringContaining('0 paid orders of 0 members, 0 tickets: 0.00 yuan refunded'),
  })
  expect(await run('shows cancel 5 --yes')).toMatchObject({
    output: expect.stringContaining('Refund of 0 paid orders requested'),
  })
  expect(await buyer.read(order.order_no)).toMatchObject({ status: 'completed' })
  const announced = sql`SELECT id FROM member_message WHERE kind = 'show_cancelled'`
  expect(await readSql(api.db, announced)).toEqual([])
})

test('orders refund shows that it cancels an unpaid exchange', async () => {
  const order = await buy()
  await exchange(order, '2 1 --yes')
  const [next] = await listOrders()
  for (const options of ['', ` --ticket ${order.tickets[1]?.id}`]) {
    expect(await run(`orders refund ${order.order_no} --dry-run${options}`)).toMatchObject({
      output: expect.stringContaining(`Order ${next?.order_no}, its unpaid exchange: cancelled`),
    })
  }
  await run(`orders refund ${order.order_no} --yes`)
  expect(await buyer.read(next?.order_no ?? '')).toMatchObject({ status: 'cancelled' })
})

test('orders refund refuses an order whose tickets were all exchanged', async () => {
  const order = await buy()
  await run(`orders exchange ${order.order_no} 2 2 --yes`)
  expect(await run(`orders refund ${order.order_no} --yes`)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('were exchanged: refund the new order'),
  })
  expect(await buyer.read(order.order_no)).toMatchObject({ status: 'completed' })
})

test('orders exchange refuses with a reason and changes nothing', async () => {
  const order = await buy()
  const refused = [
    ['99 2', 'Show 99 with price level 2 is not on sale'],
    ['2 99', 'Show 2 with price level 99 is not on sale'],
    ['5 2', 'is what the buyer already has'],
    ['6 2', 'Show 6 is not on sale'],
    ['4 2', 'Show 4 has too few places left'],
    ['2 2 --ticket 99', 'has no ticket 99'],
  ]
  const results = await Promise.all(
    refused.map(async ([options = '']) => {
      const { code, errors } = await exchange(order, `${options} --yes`)
      expect(await exchange(order, `${options} --dry-run`)).toMatchObject({ code, errors })
      return [code, errors]
    }),
  )
  expect(results).toEqual(refused.map(([, reason = '']) => [1, expect.stringContaining(reason)]))
  expect(await listStates(order.order_no)).toEqual(['valid', 'valid'])

  await exchange(order, '2 1 --yes')
  for (const consent of ['--yes', '--dry-run']) {
    expect(await exchange(order, `2 1 ${consent}`)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('has an unpaid order'),
    })
  }
  expect(await listOrders()).toHaveLength(2)
})

test('an exchange of an invoiced order tells staff to reverse the invoice, also when paid later', async () => {
  const order = await buy()
  const invoice = { kind: 'person', title: '王小明', email: 'wang@example.org' }
  await buyer.call('POST /api/order/invoice', { order_no: order.order_no, invoice })
  await run(`invoices issue ${order.order_no}`)
  const { output } = await exchange(order, '2 1 --yes')
  expect(output).toContain('reverse it (red invoice)')
  expect(api.logs.join('')).not.toContain('after the invoice was issued')
  const [next] = await listOrders()
  await buyer.pay(next?.order_no ?? '')
  const lines = api.logs.filter((line) => line.includes('exchange after the invoice was issued'))
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ level: 40, order_no: order.order_no, amount_fen: PRICES[2] }),
  ])
})
