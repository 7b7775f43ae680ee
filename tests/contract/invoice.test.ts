import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#api/order.ts'
import { listInvoices } from '#scripts/admin-api/orders/invoices.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { buildTicketOrder, checkAndClose, createBuyer, type Buyer } from '#tests/support/buyer.ts'
import { readSql } from '#tests/support/database.ts'
import { createMember } from '#tests/support/member.ts'
import { runStaffLine } from '#tests/support/run-admin.ts'
import { readCsv } from './application-staff.ts'

let api: TestAdminApi
let buyer: Buyer
beforeEach(async () => {
  api = await openAdminApi()
  buyer = createBuyer(api, await createMember(api, '+8613800137000'))
})
afterEach(() => checkAndClose(api))

const run = (line: string) => runStaffLine(api, line)

const COMPANY = {
  kind: 'company',
  title: '上海某某文化有限公司',
  tax_number: '91350100m000100y43',
  email: 'books@example.org',
}
const PERSON = { kind: 'person', title: '王小明', email: 'wang@example.org' }

const buyTickets = () => buyer.buy(buildTicketOrder(2))

const requestInvoice = (order_no: string, invoice: object = COMPANY, member = buyer) =>
  member.call('POST /api/order/invoice', { order_no, invoice })

async function refundTicket(order_no: string): Promise<void> {
  const order = await buyer.read(order_no)
  const ticket = order.type === 'performance' ? order.tickets[0] : undefined
  const body = { order_no, ticket_ids: [ticket?.id], expected_refund_fen: 18_050 }
  expect((await buyer.call('POST /api/order/refund_tickets', body)).code).toBe(200)
}

describe('invoices', () => {
  test('are requested for a paid order, changed, issued and announced', async () => {
    const order_no = await buyTickets()
    expect(await buyer.read(order_no)).toMatchObject({ invoice: null, actions: { invoice: true } })
    const { code, data } = await requestInvoice(order_no)
    expect(code).toBe(200)
    expect((data as Order).invoice).toMatchObject({
      status: 'requested',
      title: COMPANY.title,
      tax_number: '91350100M000100Y43',
      email: COMPANY.email,
      amount_fen: 36_100,
      issued_at: null,
    })
    await requestInvoice(order_no, PERSON)
    expect((await buyer.read(order_no)).invoice).toMatchObject({
      status: 'requested',
      title: PERSON.title,
      tax_number: null,
    })
    expect(await run(`invoices issue ${order_no} --number 25312000000012345678`)).toBe(
      `Invoice of order ${order_no}: issued for 361.00 yuan`,
    )
    const issued = await buyer.read(order_no)
    expect(issued).toMatchObject({
      invoice: { status: 'issued', amount_fen: 36_100, number: '25312000000012345678' },
      actions: { invoice: false },
    })
    expect(issued.events.map(({ event }) => event)).toEqual([
      'created',
      'paid',
      'invoice_requested',
      'invoice_changed',
      'invoice_issued',
    ])
    expect((await requestInvoice(order_no)).code).toBe(500123)
    expect(await run(`invoices issue ${order_no} --number 25312000000012345679`)).toBe(
      `Invoice of order ${order_no}: its number is now 25312000000012345679`,
    )
    expect((await buyer.read(order_no)).invoice).toMatchObject({ number: '25312000000012345679' })
    const audits = await readSql(
      api.db,
      sql`SELECT action FROM audit_log WHERE action LIKE 'invoice%' ORDER BY id`,
    )
    expect(audits).toEqual([{ action: 'invoice issue' }, { action: 'invoice number' }])
    const messages = await readSql(
      api.db,
      sql`SELECT record FROM member_message WHERE kind = 'invoice_issued'`,
    )
    expect(messages.map(({ record }) => JSON.parse(String(record)))).toEqual([
      expect.objectContaining({ title: PERSON.title, taxNumber: null, amountFen: 36_100 }),
    ])
    await expect(run(`invoices issue ${order_no}`)).rejects.toThrow(
      'is already issued for the paid amount',
    )
  })

  test('cover the amount paid less refunds', async () => {
    const order_no = await buyTickets()
    await requestInvoice(order_no)
    await refundTicket(order_no)
    expect((await buyer.read(order_no)).invoice).toMatchObject({ amount_fen: 18_050 })
    expect(await run(`invoices issue ${order_no}`)).toContain('issued for 180.50 yuan')
  })

  test('issued before a refund are reported to staff, reversed and issued again', async () => {
    const order_no = await buyTickets()
    await requestInvoice(order_no)
    await run(`invoices issue ${order_no}`)
    expect(await run('invoices list --status red')).toBe('0 invoices')
    await refundTicket(order_no)
    expect(api.logs.join('')).toContain('refund after the invoice was issued')
    expect(await run('invoices list --status red')).toMatch(/180\.50\s+361\.00/)
    expect(await run(`orders refund ${order_no} --dry-run`)).toContain('reverse it (red invoice)')
    expect(await run(`invoices issue ${order_no}`)).toContain('361.00 yuan reversed, now 180.50')
    await buyer.call('POST /api/order/refund', { order_no })
    expect(await run('invoices list --status red')).toContain('1 invoice')
    await run(`invoices issue ${order_no}`)
    expect((await buyer.read(order_no)).invoice).toMatchObject({
      status: 'reversed',
      amount_fen: 0,
    })
    expect(await run('invoices list --status refunded')).toContain('1 invoice')
  })

  test('are listed with a single query for any number of invoices', async () => {
    for (let count = 0; count < 2; count += 1) await requestInvoice(await buyTickets())
    const before = api.queries.length
    const invoices = await listInvoices(api.db.query)
    expect(api.queries.length - before).toBe(1)
    expect(invoices.map(({ paidFen }) => paidFen)).toEqual([36_100, 36_100])
  })

  test('are available only to the buyer of a paid order, and not for top-ups', async () => {
    const { order_no: unpaid } = await buyer.order(buildTicketOrder(2))
    expect((await requestInvoice(unpaid)).code).toBe(500124)
    expect((await buyer.read(unpaid)).actions.invoice).toBe(false)
    await buyer.call('POST /api/order/cancel', { order_no: unpaid })
    expect((await requestInvoice(unpaid)).code).toBe(500124)
    const topUp = await buyer.buy({ type: 'recharge', amount_fen: 100_000 })
    expect((await requestInvoice(topUp)).code).toBe(500124)
    const stranger = createBuyer(api, await createMember(api))
    expect((await requestInvoice(await buyTickets(), COMPANY, stranger)).code).toBe(404)
  })

  test('issued for orders of a show are counted before it is cancelled', async () => {
    const order_no = await buyTickets()
    expect(await run('shows cancel 5 --dry-run')).not.toContain('invoice')
    await requestInvoice(order_no)
    await run(`invoices issue ${order_no}`)
    expect(await run('shows cancel 5 --dry-run')).toContain(
      '1 invoice was issued: reverse each (red invoice)',
    )
    expect(await run('shows cancel 5 --yes')).toContain('`invoices list --status red`')
  })

  test('are not issued for an order refunded in the meantime', async () => {
    const order_no = await buyTickets()
    await requestInvoice(order_no)
    await buyer.call('POST /api/order/refund', { order_no })
    await expect(run(`invoices issue ${order_no}`)).rejects.toThrow('nothing to invoice')
    expect((await requestInvoice(order_no)).code).toBe(500124)
  })

  test('of a refunded order cannot be issued again after they were reversed', async () => {
    const order_no = await buyTickets()
    await requestInvoice(order_no)
    await run(`invoices issue ${order_no} --number 1`)
    await buyer.call('POST /api/order/refund', { order_no })
    await run(`invoices issue ${order_no}`)
    await expect(run(`invoices issue ${order_no}`)).rejects.toThrow('nothing to invoice')
    // The number of the red invoice.
    expect(await run(`invoices issue ${order_no} --number 2`)).toContain('its number is now 2')
  })

  test.each([
    ['a wrong tax number', { ...COMPANY, tax_number: '91350100M000100Y44' }],
    ['no tax number for a company', { ...COMPANY, tax_number: undefined }],
    ['no title', { ...PERSON, title: '  ' }],
    ['a title of 101 letters', { ...PERSON, title: 'x'.repeat(101) }],
    ['a wrong e-mail address', { ...PERSON, email: 'wang' }],
    ['an unknown kind', { ...PERSON, kind: 'club' }],
  ])('with %s are refused', async (_, invoice) => {
    expect((await requestInvoice(await buyTickets(), invoice)).code).toBe(400)
  })
})

describe('staff commands for invoices', () => {
  test('list and export requests, with formulas in cells neutralised', async () => {
    const order_no = await buyTickets()
    await requestInvoice(order_no, { ...PERSON, title: '=1+1' })
    expect(await run('invoices list --status requested')).toContain(order_no)
    expect(JSON.parse(await run('invoices list --json'))).toMatchObject([
      { order_no, status: 'requested', paid_fen: 36_100, issued_fen: null },
    ])
    const file = join(api.dataDir, 'invoices.csv')
    expect(await run(`invoices export ${file}`)).toBe(`1 invoice in ${file}`)
    const [, row = []] = readCsv(readFileSync(file, 'utf8'))
    expect(row).toEqual(expect.arrayContaining([order_no, '361.00', PERSON.email]))
    expect(row.some((cell) => cell.startsWith('='))).toBe(false)
    await expect(run(`invoices export ${file}`)).rejects.toThrow('the file already exists')
    await expect(run('invoices issue NOTHING1')).rejects.toThrow('There is no order NOTHING1')
    await expect(run(`invoices issue ${await buyTickets()}`)).rejects.toThrow(
      'No invoice was requested',
    )
  })
})
