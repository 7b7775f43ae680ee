import type { Database } from '../db/open.ts'
import { all } from '../db/write.ts'
import { moveBalance } from './ledger.ts'
import { drawLetters } from './numbers.ts'
import { insertRow, type OrderRow } from './orders.ts'
import { moveReservations } from './reservations.ts'

const SERIAL_LETTERS = 16

function issueTickets(db: Database, order: OrderRow): void {
  if (order.show_id === null) return
  const lines = db.query.selectFrom('order_line').selectAll().where('order_id', '=', order.id)
  for (const { tier_id, quantity } of all(db, lines)) {
    for (let n = 0; n < quantity; n += 1) {
      const serial = drawLetters(SERIAL_LETTERS)
      insertRow(db, 'ticket', {
        serial,
        order_id: order.id,
        show_id: order.show_id,
        tier_id,
        used_at: null,
      })
    }
  }
}

/** The same day so many months later; the last day of a shorter month. */
export function addMonths(time: number, months: number): number {
  const date = new Date(time)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime()
}

/** A membership begins now, or when the one that is running ends. */
function grantMembership(db: Database, order: OrderRow, now: number): void {
  const packages = db.prepare('SELECT months FROM member_package WHERE id = ?')
  const months = Number(packages.get(order.member_package_id)?.['months'])
  const running = db
    .prepare('SELECT max(until_at) AS until FROM membership WHERE user_id = ? AND revoked = 0')
    .get(order.user_id)
  const from = Math.max(now, Number(running?.['until'] ?? 0))
  insertRow(db, 'membership', {
    user_id: order.user_id,
    order_id: order.id,
    from_at: from,
    until_at: addMonths(from, months),
  })
}

const PASS_MONTHS = 12

function grantClassPass(db: Database, order: OrderRow, now: number): void {
  const query = db.query
    .selectFrom('course_package')
    .selectAll()
    .where('id', '=', order.course_package_id ?? 0)
  const [bought] = all(db, query)
  if (!bought) throw new Error(`order ${order.id} names no package`)
  insertRow(db, 'class_pass', {
    user_id: order.user_id,
    order_id: order.id,
    course_package_id: bought.id,
    course_id: bought.course_id,
    hours: bought.class_hours,
    hours_left: bought.class_hours,
    expires_at: bought.permanent ? null : addMonths(now, PASS_MONTHS),
  })
}

/** Hands over what a paid order is about. Runs in the transaction that marks it as paid. */
export function fulfil(db: Database, order: OrderRow, now: number): void {
  moveReservations(db, order.id, 'held', 'sold')
  if (order.type === 'performance') issueTickets(db, order)
  if (order.type === 'member') grantMembership(db, order, now)
  if (order.course_package_id !== null) grantClassPass(db, order, now)
  if (order.type === 'recharge') {
    const entry = { userId: order.user_id, orderId: order.id, reason: 'recharge', now }
    moveBalance(db, order.payable_fen, entry)
  }
}
