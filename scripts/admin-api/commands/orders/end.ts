import { LOCALES } from '#api/language.ts'
import { confirmPlan, type Consent, type Plan } from '../../../lib/command-line/confirm.ts'
import { stripControls } from '../../../lib/command-line/table.ts'
import { cancelInContent } from '../../content/edit-show.ts'
import { writeAudit } from '../../db/audit.ts'
import { takeLock } from '../../db/locks.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import { cancelOrder, refundOrder } from '../../orders/end-order.ts'
import { findOrder, lockOrder } from '../../orders/orders.ts'
import { readNetPaid } from '../../orders/refunds.ts'
import { lockStock } from '../../orders/reservations.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { formatMinute, formatYuan, readStaffName } from '../staff.ts'
import { withExistingDatabase } from '../with-database.ts'
import { findByNumber } from './filter.ts'
import { listForStaff, listInvoiceDuties, type StaffOrder } from './for-staff.ts'
import { formatCount } from '../../../lib/format-count.ts'

const isPaid = ({ status }: { status: string }) => status === 'paid' || status === 'completed'
/** What was paid for some orders and is not refunded, fen. */
async function sumNetPaid(db: Reader, orders: readonly StaffOrder[]): Promise<number> {
  const sums = await Promise.all(orders.map(({ id }) => readNetPaid(db, id)))
  return sums.reduce((total, fen) => total + fen, 0)
}

/** @throws CommandError when the order cannot be refunded */
async function planRefund(db: Reader, number: string): Promise<Plan> {
  const { id } = await findByNumber(db, number)
  const [order] = await listForStaff(db, { id })
  if (!order) throw new CommandError(`There is no order ${number}`)
  if (!isPaid(order)) throw new CommandError(`Order ${number} is ${order.status}, not paid`)
  return {
    effects: [
      `Order ${number}: ${order.type} × ${order.quantity}${order.title === null ? '' : `, ${stripControls(order.title)}`}`,
      ...(order.starts_at === null
        ? []
        : [`Show ${order.show_id}, ${formatMinute(order.starts_at)}`]),
      `Member ${order.user_id}, ${stripControls(order.nickname)}, ${order.mobile}`,
      `Refund of ${formatYuan(await readNetPaid(db, id))} yuan; ${formatCount(order.valid ?? 0, 'ticket becomes', 'tickets become')} void, ${order.used ?? 0} stay used`,
      ...(await listInvoiceDuties(db, id)),
    ],
    question: 'Refund this order?',
  }
}

/** Refunds one order for its buyer, whatever its age; used tickets stay used. */
export async function refundAsStaff(
  { config, terminal }: StaffContext,
  number: string,
  consent: Consent,
): Promise<void> {
  const installation = config()
  const plan = await withExistingDatabase(installation, (db) => planRefund(db.query, number))
  if (!(await confirmPlan(plan, consent, terminal))) return
  await withExistingDatabase(installation, async (db) => {
    const now = Date.now()
    const order = await findByNumber(db.query, number)
    const refundedFen = await db.transaction(async (trx) => {
      const current = await lockOrder(trx, order.id)
      const amountFen = await readNetPaid(trx, order.id)
      if (!(await refundOrder(trx, current, 'staff', now))) return null
      const data = { order_no: number, by: readStaffName() }
      await writeAudit(trx, { action: 'order refund', userId: order.user_id, data, at: now })
      return amountFen
    })
    // Somebody else may have refunded it since the question.
    if (refundedFen === null) throw new CommandError(`Order ${number} is ${order.status}, not paid`)
    const { status } = await findOrder(db.query, order.id)
    terminal.print(`Order ${number}: ${formatYuan(refundedFen)} yuan refunded, now ${status}`)
  })
}

/** Locks the orders of a show that are not over, and their stock. */
async function lockOpenOrders(trx: Transaction, showId: number) {
  const orders = await trx
    .selectFrom('order')
    .selectAll()
    .where('show_id', '=', showId)
    .where('status', 'in', ['pending', 'paid', 'completed'])
    .orderBy('id')
    .forUpdate()
    .execute()
  await lockStock(
    trx,
    orders.map(({ id }) => id),
  )
  return orders
}

/** @throws CommandError when there is no such show */
async function findShow(db: Reader, id: number) {
  const show = await db
    .selectFrom('show')
    .innerJoin('content_text as text', (join) =>
      join
        .onRef('text.item_id', '=', 'show.performance_id')
        .on('text.kind', '=', 'performance')
        .on('text.lang', '=', LOCALES[0]),
    )
    .select(['show.starts_at', 'text.title'])
    .where('show.id', '=', id)
    .executeTakeFirst()
  if (!show) throw new CommandError(`There is no show ${id}: \`shows list\` names them`)
  return show
}

async function planCancellation(db: Reader, id: number): Promise<Plan> {
  const show = await findShow(db, id)
  const orders = await listForStaff(db, { show: id })
  const paid = orders.filter(isPaid)
  const unpaid = orders.filter(({ status }) => status === 'pending')
  const members = new Set(paid.map(({ user_id: member }) => member)).size
  const tickets = paid.reduce((sum, { used, valid }) => sum + (used ?? 0) + (valid ?? 0), 0)
  return {
    effects: [
      `Show ${id}, ${stripControls(show.title)}, ${formatMinute(show.starts_at)}: cancelled and sold no more`,
      `${formatCount(paid.length, 'paid order')} of ${formatCount(members, 'member')}, ${formatCount(tickets, 'ticket')}: ${formatYuan(await sumNetPaid(db, paid))} yuan refunded`,
      formatCount(unpaid.length, 'unpaid order ends', 'unpaid orders end'),
    ],
    question: 'Cancel this show?',
  }
}

/**
 * Cancels a show: nobody can order it any more, unpaid orders end, paid ones are refunded. All of it
 * in one transaction, so that nothing is sold while it runs.
 */
export async function cancelShow(
  { config, terminal }: StaffContext,
  id: number,
  consent: Consent,
): Promise<void> {
  const installation = config()
  const plan = await withExistingDatabase(installation, (db) => planCancellation(db.query, id))
  if (!(await confirmPlan(plan, consent, terminal))) return
  await withExistingDatabase(installation, async (db) => {
    const now = Date.now()
    const counts = await db.transaction(async (trx) => {
      await findShow(trx, id)
      await takeLock(trx, 'content')
      // Waits for orders that are being created: buyers lock the show, too.
      await trx.selectFrom('show').select('id').where('id', '=', id).forUpdate().execute()
      await trx.updateTable('show').set({ cancelled: 1 }).where('id', '=', id).execute()
      let [cancelled, refunded] = [0, 0]
      for (const order of await lockOpenOrders(trx, id)) {
        if (await cancelOrder(trx, order, 'staff', now)) cancelled += 1
        else if (await refundOrder(trx, order, 'show_cancelled', now)) refunded += 1
      }
      await cancelInContent(trx, id, now)
      const data = { show_id: id, cancelled, refunded, by: readStaffName() }
      await writeAudit(trx, { action: 'show cancel', userId: null, data, at: now })
      return { cancelled, refunded }
    })
    terminal.print(`Show ${id} is cancelled`)
    terminal.print(
      `${formatCount(counts.refunded, 'paid order')} refunded, ${formatCount(counts.cancelled, 'unpaid order')} ended`,
    )
    terminal.print('It stays cancelled until its content file sets "cancelled" to another value')
  })
}
