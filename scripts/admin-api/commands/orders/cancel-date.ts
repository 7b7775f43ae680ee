import { DEFAULT_LOCALE } from '#i18n/locales.ts'
import type { Consent, Plan } from '../../../lib/command-line/confirm.ts'
import { stripControls } from '../../../lib/command-line/table.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { cancelInContent, findDateItem } from '../../content/edit-date.ts'
import { takeLock } from '../../db/locks.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import { countRows } from '../../db/rows.ts'
import { cancelOrder, refundOrder } from '../../orders/end-order.ts'
import {
  DATE_COLUMNS,
  lockDateOrders,
  selectDateOrders,
  type DateRef,
} from '../../orders/date-orders.ts'
import { logOrder } from '../../orders/log.ts'
import { OPEN_STATUSES, PAID_STATUSES } from '../../orders/orders.ts'
import { readItemName } from '../../orders/read-item-name.ts'
import { selectNetPaid } from '../../orders/refunds.ts'
import { lockStock } from '../../orders/reservations.ts'
import { auditStaff } from '../audit-staff.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { runPlanned } from '../with-database.ts'
import { formatYuan } from '../../yuan.ts'
import { formatMinute } from '../staff.ts'

const WORDS = {
  show: {
    kind: 'performance',
    noun: 'show',
    title: 'Show',
    list: 'shows list',
    paid: 'paid order',
    open: 'on sale',
  },
  course_date: {
    kind: 'course',
    noun: 'course date',
    title: 'Course date',
    list: 'dates list',
    paid: 'paid booking',
    open: 'bookable',
  },
} as const

/** @throws CommandError if the show or course date does not exist */
async function findDate(db: Reader, ref: DateRef): Promise<{ starts_at: number; title: string }> {
  const { kind, noun, list } = WORDS[ref.table]
  const item = await findDateItem(db, ref)
  if (!item) throw new CommandError(`There is no ${noun} ${ref.id}: see \`${list}\``)
  const { title } = await readItemName(db, { kind, id: item.item_id }, DEFAULT_LOCALE)
  return { starts_at: item.starts_at, title }
}

/** Sum of the net payments of the paid orders of a date, fen. */
async function sumNetPaid(db: Reader, ref: DateRef): Promise<number> {
  const paid = selectDateOrders(db, ref, PAID_STATUSES)
  const rows = await paid.select(selectNetPaid().as('fen')).execute()
  return rows.reduce((total, { fen }) => total + fen, 0)
}

/** Describes the affected tickets of a show, or the class hours spent on a course date. */
async function describeAffected(db: Reader, ref: DateRef) {
  const ids = selectDateOrders(db, ref, PAID_STATUSES).select('id')
  if (ref.table === 'show') {
    const tickets = db
      .selectFrom('ticket')
      .where('order_id', 'in', ids)
      .where('state', 'in', ['used', 'valid'])
    return formatCount(await countRows(tickets), 'ticket')
  }
  const { hours } = await db
    .selectFrom('ledger')
    .select(({ fn }) => fn.sum<number | null>('amount').as('hours'))
    .where('account', '=', 'class_hours')
    .where('order_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return `${formatCount(-(hours ?? 0), 'class hour')} returned`
}

/** Instructions for staff if invoices of the refunded orders were issued; otherwise empty. */
async function describeIssuedInvoices(db: Reader, ref: DateRef): Promise<string[]> {
  const invoices = db
    .selectFrom('invoice')
    .where('order_id', 'in', selectDateOrders(db, ref, PAID_STATUSES).select('id'))
    .where('issued_fen', '>', 0)
  const issued = await countRows(invoices)
  return issued > 0
    ? [
        `${formatCount(issued, 'invoice was', 'invoices were')} issued: reverse each (red invoice), then run \`invoices issue\`; they are listed by \`invoices list --status red\``,
      ]
    : []
}

/** Counts the unpaid exchanges of tickets of a show for another show: they end with the refund. */
async function countExchanges(db: Reader, ref: DateRef): Promise<number> {
  if (ref.table !== 'show') return 0
  const exchanges = db
    .selectFrom('order')
    .where('status', '=', 'pending')
    .where('show_id', '<>', ref.id)
    .where('exchanged_order_id', 'in', selectDateOrders(db, ref, PAID_STATUSES).select('id'))
  return countRows(exchanges)
}

async function planCancellation(db: Reader, ref: DateRef): Promise<Plan> {
  const { starts_at: startsAt, title } = await findDate(db, ref)
  const words = WORDS[ref.table]
  const orders = await selectDateOrders(db, ref, OPEN_STATUSES).selectAll().execute()
  const paid = orders.filter(({ status }) => status !== 'pending')
  const unpaidCount = orders.length - paid.length + (await countExchanges(db, ref))
  const members = new Set(paid.map(({ user_id: member }) => member)).size
  return {
    effects: [
      `${words.title} ${ref.id}, ${stripControls(title)}, ${formatMinute(startsAt)}: cancelled, no longer ${words.open}`,
      `${formatCount(paid.length, words.paid)} of ${formatCount(members, 'member')}, ${await describeAffected(db, ref)}: ${formatYuan(await sumNetPaid(db, ref))} yuan refunded`,
      `${formatCount(unpaidCount, 'unpaid order')} cancelled`,
      ...(await describeIssuedInvoices(db, ref)),
    ],
    question: `Cancel this ${words.noun}?`,
  }
}

/** Cancels a show or course date, and cancels or refunds its orders. Call inside a transaction. */
async function cancelDate(trx: Transaction, ref: DateRef, now: number) {
  const { table, id } = ref
  await findDate(trx, ref)
  await takeLock(trx, 'content')
  const orders = await lockDateOrders(trx, ref, OPEN_STATUSES)
  await lockStock(trx, orders)
  await trx.updateTable(table).set({ cancelled: 1 }).where('id', '=', id).execute()
  let [cancelled, refunded] = [await countExchanges(trx, ref), 0]
  const reason = table === 'show' ? 'show_cancelled' : 'staff'
  for (const order of orders) {
    await logOrder(trx, order.id, 'date_cancelled', now)
    if (await cancelOrder(trx, order, 'staff', now)) cancelled += 1
    else if (await refundOrder(trx, order, reason, now)) refunded += 1
  }
  await cancelInContent(trx, ref, now)
  const action = table === 'show' ? 'show cancel' : 'course date cancel'
  const data = { [DATE_COLUMNS[table]]: id, cancelled, refunded }
  await auditStaff(trx, { action, userId: null, data, at: now })
  return { cancelled, refunded }
}

/**
 * Cancels a show or course date: stops its sale, cancels unpaid orders, and refunds money and class hours of
 * paid ones. Runs in one transaction, so that nothing is sold in the meantime.
 */
export const cancelAsStaff = (
  context: StaffContext,
  ref: DateRef,
  consent: Consent,
): Promise<void> =>
  runPlanned(context, consent, {
    plan: (db) => planCancellation(db, ref),
    async run(db) {
      const { terminal } = context
      const { title, paid } = WORDS[ref.table]
      const counts = await db.transaction((trx) => cancelDate(trx, ref, context.now()))
      terminal.print(`${title} ${ref.id} is cancelled`)
      terminal.print(
        `Refund of ${formatCount(counts.refunded, paid)} requested, ${formatCount(counts.cancelled, 'unpaid order')} cancelled`,
      )
      terminal.print('It remains cancelled until its content file changes "cancelled"')
    },
  })
