import type { Selectable } from 'kysely'
import type { Database } from '../db/open.ts'
import type { OrderTables } from '../db/order-tables.ts'
import { all, execute } from '../db/write.ts'
import { BusinessError } from '../errors.ts'

// Every change of stock is one conditional statement, so that stock is never oversold. All of them
// run inside the transaction of the caller.

type Reservation = Selectable<OrderTables['reservation']>

interface TierLine {
  tierId: number
  quantity: number
}

function readLeft(db: Database, showId: number, tierId: number): number {
  const row = db
    .prepare('SELECT stock - held - sold AS left FROM show_tier WHERE show_id = ? AND tier_id = ?')
    .get(showId, tierId)
  return Number(row?.['left'] ?? 0)
}

/** Merges lines of the same tier and sorts them by tier, so that two buyers cannot deadlock. */
export function mergeLines<Line extends TierLine>(lines: readonly Line[]): Line[] {
  const merged = new Map<number, Line>()
  for (const line of lines) {
    const existing = merged.get(line.tierId)
    merged.set(line.tierId, { ...line, quantity: line.quantity + (existing?.quantity ?? 0) })
  }
  return [...merged.values()].toSorted((one, other) => one.tierId - other.tierId)
}

/**
 * Holds tickets of a show for an order.
 * @throws BusinessError 500101 none left, 500110 fewer left than requested (with the number)
 */
export function holdTickets(
  db: Database,
  { orderId, showId, lines }: { orderId: number; showId: number; lines: readonly TierLine[] },
): void {
  for (const { tierId, quantity } of mergeLines(lines)) {
    const { changes } = db
      .prepare(
        `UPDATE show_tier SET held = held + ?1
         WHERE show_id = ?2 AND tier_id = ?3 AND stock - held - sold >= ?1`,
      )
      .run(quantity, showId, tierId)
    if (changes === 0) {
      const left = readLeft(db, showId, tierId)
      if (left <= 0) throw new BusinessError(500101)
      throw new BusinessError(500110, { tier_id: tierId, places_left: left })
    }
    execute(
      db,
      'INSERT INTO reservation (order_id, show_id, tier_id, quantity) VALUES (?, ?, ?, ?)',
      orderId,
      showId,
      tierId,
      quantity,
    )
  }
}

/** Holds a place of a course date. @throws BusinessError 500101 none left */
export function holdCourseDate(db: Database, orderId: number, dateId: number): void {
  const { changes } = db
    .prepare('UPDATE course_date SET held = held + 1 WHERE id = ? AND places - held - booked >= 1')
    .run(dateId)
  if (changes === 0) throw new BusinessError(500101)
  const sql = 'INSERT INTO reservation (order_id, course_date_id, quantity) VALUES (?, ?, 1)'
  execute(db, sql, orderId, dateId)
}

type State = Reservation['state']

/** Effect of a transition on the held and sold counts, per reserved place. */
const TRANSITIONS: Record<string, { held: number; sold: number }> = {
  'held sold': { held: -1, sold: 1 },
  'held released': { held: -1, sold: 0 },
  'sold released': { held: 0, sold: -1 },
}

function moveStock(db: Database, row: Reservation, step: { held: number; sold: number }): void {
  const [held, sold] = [step.held * row.quantity, step.sold * row.quantity]
  if (row.course_date_id === null) {
    const sql =
      'UPDATE show_tier SET held = held + ?, sold = sold + ? WHERE show_id = ? AND tier_id = ?'
    execute(db, sql, held, sold, row.show_id, row.tier_id)
  } else {
    const sql = 'UPDATE course_date SET held = held + ?, booked = booked + ? WHERE id = ?'
    execute(db, sql, held, sold, row.course_date_id)
  }
}

/** Moves the reservations of an order from one state to the next; other states stay unchanged. */
export function moveReservations(db: Database, orderId: number, from: State, to: State): void {
  const step = TRANSITIONS[`${from} ${to}`]
  if (!step) throw new Error(`invalid reservation transition: ${from} to ${to}`)
  const query = db.query
    .selectFrom('reservation')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', from)
  for (const row of all(db, query)) {
    const { changes } = db
      .prepare('UPDATE reservation SET state = ? WHERE id = ? AND state = ?')
      .run(to, row.id, from)
    if (changes > 0) moveStock(db, row, step)
  }
}

/**
 * Holds the released places of an ended order again, for a late payment.
 * @throws BusinessError 500101 or 500110 when the places are sold
 */
export function restoreReservations(db: Database, orderId: number): void {
  const query = db.query
    .selectFrom('reservation')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'released')
    .orderBy('tier_id')
  for (const row of all(db, query)) {
    if (row.course_date_id !== null) holdCourseDate(db, orderId, row.course_date_id)
    else if (row.show_id !== null && row.tier_id !== null) {
      const lines = [{ tierId: row.tier_id, quantity: row.quantity }]
      holdTickets(db, { orderId, showId: row.show_id, lines })
    }
    execute(db, 'DELETE FROM reservation WHERE id = ?', row.id)
  }
}
