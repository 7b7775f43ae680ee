import { LOCALES } from '#api/language.ts'
import type { Consent, Plan } from '../../../lib/command-line/confirm.ts'
import { stripControls } from '../../../lib/command-line/table.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { cancelInContent, type DatedTable } from '../../content/edit-date.ts'
import { takeLock } from '../../db/locks.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import { cancelOrder, refundOrder } from '../../orders/end-order.ts'
import { PAID_STATUSES } from '../../orders/orders.ts'
import { readItemName } from '../../orders/read-item-name.ts'
import { readNetPaid } from '../../orders/refunds.ts'
import { lockStock } from '../../orders/reservations.ts'
import { auditStaff } from '../audit-staff.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { runPlanned } from '../run-planned.ts'
import { formatMinute, formatYuan } from '../staff.ts'

/** A show or a course date that staff cancel. */
interface Dated {
  table: DatedTable
  id: number
}

const WORDS = {
  show: { noun: 'show', title: 'Show', list: 'shows list', paid: 'paid order', end: 'sold' },
  course_date: {
    noun: 'course date',
    title: 'Course date',
    list: 'dates list',
    paid: 'paid booking',
    end: 'booked',
  },
} as const

const COLUMNS = { show: 'show_id', course_date: 'course_date_id' } as const

/** Orders of a show or a course date that are paid. */
const selectPaidOrders = (db: Reader, { table, id }: Dated) =>
  db.selectFrom('order').where(COLUMNS[table], '=', id).where('status', 'in', PAID_STATUSES)

/** Orders of a show or a course date that are not over. */
const selectOpenOrders = (db: Reader, { table, id }: Dated) =>
  db
    .selectFrom('order')
    .selectAll()
    .where(COLUMNS[table], '=', id)
    .where('status', 'in', ['pending', ...PAID_STATUSES])
    .orderBy('id')

/** Locks the orders that are not over, and their stock. */
async function lockOpenOrders(trx: Transaction, dated: Dated) {
  const orders = await selectOpenOrders(trx, dated).forUpdate().execute()
  await lockStock(
    trx,
    orders.map(({ id }) => id),
  )
  return orders
}

async function findItem(db: Reader, { table, id }: Dated) {
  if (table === 'show') {
    const query = db.selectFrom('show').select(['starts_at', 'performance_id as item_id'])
    const show = await query.where('id', '=', id).executeTakeFirst()
    return show && { ...show, kind: 'performance' as const }
  }
  const query = db.selectFrom('course_date').select(['starts_at', 'course_id as item_id'])
  const date = await query.where('id', '=', id).executeTakeFirst()
  return date && { ...date, kind: 'course' as const }
}

/** @throws CommandError when there is no such show or course date */
async function findDated(db: Reader, dated: Dated): Promise<{ starts_at: number; title: string }> {
  const { noun, list } = WORDS[dated.table]
  const item = await findItem(db, dated)
  if (!item) throw new CommandError(`There is no ${noun} ${dated.id}: \`${list}\` names them`)
  const { title } = await readItemName(db, { kind: item.kind, id: item.item_id }, LOCALES[0])
  return { starts_at: item.starts_at, title }
}

/** What was paid for some orders and is not refunded, fen. */
async function sumNetPaid(db: Reader, orders: readonly { id: number }[]): Promise<number> {
  const sums = await Promise.all(orders.map(({ id }) => readNetPaid(db, id)))
  return sums.reduce((total, fen) => total + fen, 0)
}

/** What members hold of it, in words: the tickets of a show, the class hours of a course date. */
async function countHeld(db: Reader, dated: Dated) {
  const ids = selectPaidOrders(db, dated).select('id')
  if (dated.table === 'show') {
    const { tickets } = await db
      .selectFrom('ticket')
      .select(({ fn }) => fn.countAll<number>().as('tickets'))
      .where('order_id', 'in', ids)
      .where('state', 'in', ['used', 'valid'])
      .executeTakeFirstOrThrow()
    return formatCount(tickets, 'ticket')
  }
  const { hours } = await db
    .selectFrom('ledger')
    .select(({ fn }) => fn.sum<number | null>('amount').as('hours'))
    .where('account', '=', 'class_hours')
    .where('order_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return `${formatCount(-(hours ?? 0), 'class hour')} returned`
}

async function planCancellation(db: Reader, dated: Dated): Promise<Plan> {
  const { starts_at: startsAt, title } = await findDated(db, dated)
  const words = WORDS[dated.table]
  const orders = await selectOpenOrders(db, dated).execute()
  const paid = orders.filter(({ status }) => status !== 'pending')
  const members = new Set(paid.map(({ user_id: member }) => member)).size
  return {
    effects: [
      `${words.title} ${dated.id}, ${stripControls(title)}, ${formatMinute(startsAt)}: cancelled and ${words.end} no more`,
      `${formatCount(paid.length, words.paid)} of ${formatCount(members, 'member')}, ${await countHeld(db, dated)}: ${formatYuan(await sumNetPaid(db, paid))} yuan refunded`,
      formatCount(orders.length - paid.length, 'unpaid order ends', 'unpaid orders end'),
    ],
    question: `Cancel this ${words.noun}?`,
  }
}

/** Ends all orders of a show or a course date, inside the transaction that cancels it. */
async function cancelDated(trx: Transaction, dated: Dated, now: number) {
  const { table, id } = dated
  await findDated(trx, dated)
  await takeLock(trx, 'content')
  // Waits for orders that are being created: buyers lock the show or date, too.
  await trx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
  await trx.updateTable(table).set({ cancelled: 1 }).where('id', '=', id).execute()
  let [cancelled, refunded] = [0, 0]
  const reason = table === 'show' ? 'show_cancelled' : 'staff'
  for (const order of await lockOpenOrders(trx, dated)) {
    if (await cancelOrder(trx, order, 'staff', now)) cancelled += 1
    else if (await refundOrder(trx, order, reason, now)) refunded += 1
  }
  await cancelInContent(trx, dated, now)
  const action = table === 'show' ? 'show cancel' : 'course date cancel'
  await auditStaff(trx, action, null, { [COLUMNS[table]]: id, cancelled, refunded })
  return { cancelled, refunded }
}

/**
 * Cancels a show or a course date: nobody can order it any more, unpaid orders end, money and class hours of
 * paid ones go back. All of it in one transaction, so that nothing is sold while it runs.
 */
export const cancelAsStaff = (
  context: StaffContext,
  dated: Dated,
  consent: Consent,
): Promise<void> =>
  runPlanned(context, consent, {
    plan: (db) => planCancellation(db, dated),
    async run(db) {
      const { terminal } = context
      const { title, paid } = WORDS[dated.table]
      const counts = await db.transaction((trx) => cancelDated(trx, dated, Date.now()))
      terminal.print(`${title} ${dated.id} is cancelled`)
      terminal.print(
        `${formatCount(counts.refunded, paid)} refunded, ${formatCount(counts.cancelled, 'unpaid order')} ended`,
      )
      terminal.print('It stays cancelled until its content file sets "cancelled" to another value')
    },
  })
