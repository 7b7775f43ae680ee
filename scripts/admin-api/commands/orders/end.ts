import { LOCALES } from '#api/language.ts'
import { confirmPlan, type Consent, type Plan } from '../../../lib/command-line/confirm.ts'
import { stripControls } from '../../../lib/command-line/table.ts'
import { cancelInContent } from '../../content/edit-show.ts'
import { writeAudit } from '../../db/audit.ts'
import type { Database } from '../../db/open.ts'
import { all, execute } from '../../db/write.ts'
import { cancelOrder, refundOrder } from '../../orders/end-order.ts'
import { findOrder } from '../../orders/orders.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { formatMinute, formatYuan, readStaffName } from '../staff.ts'
import { withExistingDatabase } from '../with-database.ts'
import { findByNumber } from './filter.ts'
import { listForStaff, type StaffOrder } from './for-staff.ts'
import { formatCount } from '../../../lib/format-count.ts'

const isPaid = ({ status }: { status: string }) => status === 'paid' || status === 'completed'
const sumFen = (orders: readonly StaffOrder[]) =>
  orders.reduce((sum, { payable_fen: fen }) => sum + fen, 0)

/** @throws CommandError when the order cannot be refunded */
function planRefund(db: Database, number: string): Plan {
  const { id } = findByNumber(db, number)
  const [order] = listForStaff(db, { id })
  if (!order) throw new CommandError(`There is no order ${number}`)
  if (!isPaid(order)) throw new CommandError(`Order ${number} is ${order.status}, not paid`)
  const used = Number(order.used ?? 0)
  const unused = Number(order.tickets ?? 0) - used
  return {
    effects: [
      `Order ${number}: ${order.type} × ${order.quantity}${order.title === null ? '' : `, ${stripControls(order.title)}`}`,
      ...(order.starts_at === null
        ? []
        : [`Show ${order.show_id}, ${formatMinute(order.starts_at)}`]),
      `Member ${order.user_id}, ${stripControls(order.nickname)}, ${order.mobile}`,
      `Refund of ${formatYuan(order.payable_fen)} yuan; ${formatCount(unused, 'ticket becomes', 'tickets become')} void, ${used} stay used`,
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
  const { dataDir } = config()
  const plan = await withExistingDatabase(dataDir, (db) => planRefund(db, number))
  if (!(await confirmPlan(plan, consent, terminal))) return
  await withExistingDatabase(dataDir, (db) => {
    const now = Date.now()
    const order = findByNumber(db, number)
    const isRefunded = db.transact(() => {
      if (!refundOrder(db, findOrder(db, order.id), 'staff', now)) return false
      const data = { order_no: number, by: readStaffName() }
      writeAudit(db, { action: 'order refund', userId: order.user_id, data, at: now })
      return true
    })
    // Somebody else may have refunded it since the question.
    if (!isRefunded) throw new CommandError(`Order ${number} is ${order.status}, not paid`)
    const { status } = findOrder(db, order.id)
    terminal.print(`Order ${number}: ${formatYuan(order.payable_fen)} yuan refunded, now ${status}`)
  })
}

function listOpenOrders(db: Database, showId: number) {
  const query = db.query
    .selectFrom('order')
    .select('id')
    .where('show_id', '=', showId)
    .where('status', 'in', ['pending', 'paid', 'completed'])
    .orderBy('id')
  return all(db, query)
}

/** @throws CommandError when there is no such show */
function findShow(db: Database, id: number) {
  const query = db.query
    .selectFrom('show')
    .innerJoin('content_text as text', (join) =>
      join
        .onRef('text.item_id', '=', 'show.performance_id')
        .on('text.kind', '=', 'performance')
        .on('text.lang', '=', LOCALES[0]),
    )
    .select(['show.starts_at', 'text.title'])
    .where('show.id', '=', id)
  const [show] = all(db, query)
  if (!show) throw new CommandError(`There is no show ${id}: \`shows list\` names them`)
  return show
}

function planCancellation(db: Database, id: number): Plan {
  const show = findShow(db, id)
  const orders = listForStaff(db, { show: id })
  const paid = orders.filter(isPaid)
  const unpaid = orders.filter(({ status }) => status === 'pending')
  const members = new Set(paid.map(({ user_id: member }) => member)).size
  const tickets = paid.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    effects: [
      `Show ${id}, ${stripControls(show.title)}, ${formatMinute(show.starts_at)}: cancelled and sold no more`,
      `${formatCount(paid.length, 'paid order')} of ${formatCount(members, 'member')}, ${formatCount(tickets, 'ticket')}: ${formatYuan(sumFen(paid))} yuan refunded`,
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
  const { dataDir } = config()
  const plan = await withExistingDatabase(dataDir, (db) => planCancellation(db, id))
  if (!(await confirmPlan(plan, consent, terminal))) return
  await withExistingDatabase(dataDir, (db) => {
    const now = Date.now()
    const counts = db.transact(() => {
      findShow(db, id)
      execute(db, 'UPDATE show SET cancelled = 1 WHERE id = ?', id)
      cancelInContent(db, id, now)
      let [cancelled, refunded] = [0, 0]
      for (const { id: orderId } of listOpenOrders(db, id)) {
        if (cancelOrder(db, findOrder(db, orderId), 'staff', now)) cancelled += 1
        else if (refundOrder(db, findOrder(db, orderId), 'show_cancelled', now)) refunded += 1
      }
      const data = { show_id: id, cancelled, refunded, by: readStaffName() }
      writeAudit(db, { action: 'show cancel', userId: null, data, at: now })
      return { cancelled, refunded }
    })
    terminal.print(`Show ${id} is cancelled`)
    terminal.print(
      `${formatCount(counts.refunded, 'paid order')} refunded, ${formatCount(counts.cancelled, 'unpaid order')} ended`,
    )
    terminal.print('It stays cancelled until its content file sets "cancelled" to another value')
  })
}
