import type { Selectable } from 'kysely'
import type { BodyOf } from '#api/index.ts'
import type { Order } from '#api/order.ts'
import type { Reader, Transaction } from '../db/open.ts'
import type { OrderTables } from '../db/order-tables.ts'
import type { Deps } from '../deps.ts'
import { BusinessError } from '../errors.ts'
import { queueOrderMessage } from '../messages/outbox/announce-order.ts'
import { formatTime } from '../venue-time.ts'
import { logOrder } from './log.ts'
import { getOrderKind } from './order-kinds.ts'
import { findOrder, isPaid, lockOrder, type OrderRow } from './orders.ts'
import { readNetPaid, selectNetPaid } from './refunds.ts'

type Invoice = Selectable<OrderTables['invoice']>

export const findInvoice = (db: Reader, orderId: number): Promise<Invoice | undefined> =>
  db.selectFrom('invoice').selectAll().where('order_id', '=', orderId).executeTakeFirst()

/** Whether the buyer can request an invoice, or change the request. */
export function canRequestInvoice(
  order: OrderRow,
  invoice: Invoice | undefined,
  netPaidFen: number,
): boolean {
  if (!isPaid(order) || !getOrderKind(order).isInvoiceable) return false
  return netPaidFen > 0 && (!invoice || invoice.issued_at === null)
}

/** The invoice for the buyer of its order; null without a request. */
export function describeInvoice(
  invoice: Invoice | undefined,
  netPaidFen: number,
): Order['invoice'] {
  if (!invoice) return null
  const { title, tax_number, email, number, issued_at: issuedAt, issued_fen: issuedFen } = invoice
  return {
    status: issuedFen === null ? 'requested' : issuedFen === 0 ? 'reversed' : 'issued',
    title,
    tax_number,
    email,
    amount_fen: issuedFen ?? netPaidFen,
    number,
    requested_at: formatTime(invoice.requested_at),
    issued_at: issuedAt === null ? null : formatTime(issuedAt),
  }
}

type InvoiceRequest = BodyOf<'POST /api/order/invoice'>['invoice']

/**
 * Requests the invoice of an order, or changes the request.
 * @throws BusinessError 500123 when it is issued, 500124 when the order cannot be invoiced
 */
export async function requestInvoice(
  trx: Transaction,
  { orderId, request, now }: { orderId: number; request: InvoiceRequest; now: number },
): Promise<void> {
  const order = await lockOrder(trx, orderId)
  const existing = await findInvoice(trx, orderId)
  if (existing && existing.issued_at !== null) throw new BusinessError(500123)
  const netPaidFen = await readNetPaid(trx, orderId)
  if (!canRequestInvoice(order, existing, netPaidFen)) throw new BusinessError(500124)
  const { title, email } = request
  const fields = {
    title,
    tax_number: request.kind === 'company' ? request.tax_number : null,
    email,
    requested_at: now,
  }
  await trx
    .insertInto('invoice')
    .values({ order_id: orderId, ...fields, issued_at: null, issued_fen: null, number: null })
    .onConflict((row) => row.column('order_id').doUpdateSet(fields))
    .execute()
  await logOrder(trx, orderId, existing ? 'invoice_changed' : 'invoice_requested', now)
}

interface Issue {
  orderId: number
  /** Number of the invoice on the tax platform; null if staff did not enter it. */
  number: string | null
  now: number
}

/** Result of issuing an invoice; amounts in fen, `before` is the amount issued previously. */
export type IssueResult =
  | { kind: 'issued'; amountFen: number; before: number | null }
  | { kind: 'renumbered'; number: string }
  | { kind: 'unknown' | 'unchanged' | 'nothing_paid' }

/**
 * Marks an invoice as issued over the net payment and notifies the buyer. After a refund, staff reverse the
 * issued invoice on the tax platform (red invoice), and the new amount replaces the previous one. Without a new
 * amount, only a mistyped number is corrected, which notifies nobody.
 */
export async function issueInvoice(
  trx: Transaction,
  { orderId, number, now }: Issue,
): Promise<IssueResult> {
  const order = await lockOrder(trx, orderId)
  const invoice = await findInvoice(trx, orderId)
  if (!invoice) return { kind: 'unknown' }
  const amountFen = await readNetPaid(trx, orderId)
  const before = invoice.issued_fen
  if (before === amountFen) {
    if (number === null || number === invoice.number)
      return { kind: amountFen === 0 ? 'nothing_paid' : 'unchanged' }
    await trx.updateTable('invoice').set({ number }).where('order_id', '=', orderId).execute()
    return { kind: 'renumbered', number }
  }
  if (before === null && amountFen === 0) return { kind: 'nothing_paid' }
  await trx
    .updateTable('invoice')
    .set({ issued_at: now, issued_fen: amountFen, number: number ?? invoice.number })
    .where('order_id', '=', orderId)
    .execute()
  await logOrder(trx, orderId, before === null ? 'invoice_issued' : 'invoice_reversed', now, {
    amount_fen: amountFen,
  })
  if (amountFen > 0) {
    const { title, tax_number: taxNumber } = invoice
    await queueOrderMessage(trx, {
      kind: 'invoice_issued',
      record: { orderId, title, taxNumber, amountFen },
      order,
      event: `invoice of ${amountFen} issued`,
      now,
    })
  }
  return { kind: 'issued', amountFen, before }
}

type LogDeps = Pick<Deps, 'db' | 'logger'>

/**
 * Logs a warning if the issued invoice of an order exceeds its net payment, so that staff must reverse it. Call
 * after the transaction that refunded the order or exchanged its tickets.
 */
export async function warnOfInvoice(
  { db, logger }: LogDeps,
  { id, order_no }: Pick<OrderRow, 'id' | 'order_no'>,
  cause: 'refund' | 'exchange',
): Promise<void> {
  const issuedFen = (await findInvoice(db.query, id))?.issued_fen ?? 0
  if (issuedFen === 0) return
  const amountFen = issuedFen - (await readNetPaid(db.query, id))
  if (amountFen <= 0) return
  logger.warn({ order_no, amount_fen: amountFen }, `${cause} after the invoice was issued`)
}

/** If an order is a paid exchange, calls `warnOfInvoice` for the order whose tickets it has exchanged. */
export async function warnOfExchangedInvoice(deps: LogDeps, orderId: number): Promise<void> {
  const order = await findOrder(deps.db.query, orderId)
  if (order.exchanged_order_id === null || !isPaid(order)) return
  const exchanged = await findOrder(deps.db.query, order.exchanged_order_id)
  await warnOfInvoice(deps, exchanged, 'exchange')
}

/** Invoices with their orders, oldest request first; amounts in fen. */
export async function listInvoices(db: Reader) {
  const rows = await db
    .selectFrom('invoice')
    .innerJoin('order', 'order.id', 'invoice.order_id')
    .selectAll('invoice')
    .select(['order.order_no', 'order.type', 'order.user_id', 'order.paid_at'])
    .select(selectNetPaid().as('paidFen'))
    .orderBy('invoice.requested_at')
    .orderBy('invoice.order_id')
    .execute()
  return rows.map((row) => ({ ...row, state: readInvoiceState(row.issued_fen, row.paidFen) }))
}
export type ListedInvoice = Awaited<ReturnType<typeof listInvoices>>[number]

/** `red`: issued over more than the net payment, so that staff must reverse it. */
export const INVOICE_STATES = ['requested', 'issued', 'red', 'refunded'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

function readInvoiceState(issuedFen: number | null, paidFen: number): InvoiceState {
  if (issuedFen === null) return paidFen > 0 ? 'requested' : 'refunded'
  if (issuedFen > paidFen) return 'red'
  return issuedFen > 0 ? 'issued' : 'refunded'
}
