import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../db/open.ts'
import { HOLD } from './limits.ts'

interface Invariant {
  name: string
  /** Selects the rows that violate the invariant at a time (epoch ms). */
  findViolations: (now: number) => RawBuilder<Record<string, unknown>>
}

const SWEEP_MS = 30_000
const PAID = sql`('paid', 'completed')`

// Anchors: reliability 3.7. Plain SQL, as operators may want to run it.
const INVARIANTS: readonly Invariant[] = [
  {
    name: 'I1 held and sold never exceed the stock',
    findViolations:
      () => sql`SELECT show_id, tier_id FROM show_tier WHERE held < 0 OR sold < 0 OR held + sold > stock
      UNION ALL SELECT id, 0 FROM course_date WHERE held < 0 OR booked < 0 OR held + booked > places`,
  },
  {
    name: 'I2 held and sold counts match the reservations',
    findViolations: () => sql`SELECT show_id, tier_id FROM show_tier AS t WHERE
        held <> (SELECT coalesce(sum(quantity), 0) FROM reservation AS r
          WHERE r.show_id = t.show_id AND r.tier_id = t.tier_id AND state = 'held')
        OR sold - sold_before <> (SELECT coalesce(sum(quantity), 0) FROM reservation AS r
          WHERE r.show_id = t.show_id AND r.tier_id = t.tier_id AND state = 'sold')
      UNION ALL SELECT id, 0 FROM course_date AS d WHERE
        held <> (SELECT count(*) FROM reservation WHERE course_date_id = d.id AND state = 'held')
        OR booked - booked_before <>
          (SELECT count(*) FROM reservation WHERE course_date_id = d.id AND state = 'sold')`,
  },
  {
    name: 'I3 a paid order has its payment and its places are sold',
    findViolations: () => sql`SELECT id FROM "order" AS o WHERE (status IN ${PAID} AND payable_fen >
        (SELECT coalesce(sum(amount_fen), 0) FROM payment WHERE order_id = o.id)
        - (SELECT coalesce(sum(amount_fen), 0) FROM refund WHERE order_id = o.id))
      OR (status IN ${PAID} AND EXISTS
        (SELECT 1 FROM reservation WHERE order_id = o.id AND state = 'held'))
      OR (status NOT IN ${PAID} AND EXISTS
        (SELECT 1 FROM reservation WHERE order_id = o.id AND state = 'sold'))
      OR (status IN ('cancelled', 'refunding', 'refunded') AND EXISTS
        (SELECT 1 FROM reservation WHERE order_id = o.id AND state = 'held'))`,
  },
  {
    name: 'I4 every payment belongs to a paid order or is refunded',
    findViolations: () => sql`SELECT p.id FROM payment AS p JOIN "order" AS o ON o.id = p.order_id
      WHERE o.status NOT IN ${PAID} AND p.amount_fen >
        (SELECT coalesce(sum(amount_fen), 0) FROM refund WHERE payment_id = p.id)`,
  },
  {
    name: 'I5 a paid order has its tickets, an ended order has no valid ticket',
    findViolations: () => sql`SELECT id FROM "order" AS o WHERE type = 'performance' AND (
        (status IN ${PAID} AND quantity <>
          (SELECT count(*) FROM ticket WHERE order_id = o.id AND state <> 'void'))
        OR (status NOT IN ${PAID} AND EXISTS
          (SELECT 1 FROM ticket WHERE order_id = o.id AND state = 'valid')))`,
  },
  {
    name: 'I6 at most one live payment attempt per order, none for a cancelled order',
    findViolations:
      () => sql`SELECT order_id FROM payment_attempt WHERE state IN ('created', 'submitted')
        GROUP BY order_id HAVING count(*) > 1
      UNION ALL SELECT a.order_id FROM payment_attempt AS a JOIN "order" AS o ON o.id = a.order_id
        WHERE a.state IN ('created', 'submitted') AND o.status = 'cancelled'`,
  },
  {
    name: 'I7 balances and class hours equal the sums of their ledgers',
    findViolations:
      () => sql`SELECT user_id FROM balance AS b WHERE fen < 0 OR fen <> (SELECT coalesce(sum(amount), 0)
        FROM ledger WHERE account = 'balance' AND user_id = b.user_id)
      UNION ALL SELECT id FROM class_pass AS p WHERE hours_left <> hours + (SELECT
        coalesce(sum(amount), 0) FROM ledger WHERE account = 'class_hours' AND class_pass_id = p.id)`,
  },
  {
    name: 'I8 no order is pending past its deadline',
    findViolations: (now) => sql`SELECT id FROM "order"
      WHERE status = 'pending' AND expires_at < ${now - HOLD.graceMs - SWEEP_MS}`,
  },
  {
    name: 'I9 a used ticket has exactly one admission',
    findViolations:
      () => sql`SELECT id FROM ticket AS t WHERE (state = 'used') <> (1 = (SELECT count(*) FROM scan
      WHERE ticket_id = t.id AND result = 'admitted' AND undone_at IS NULL))`,
  },
  {
    name: 'I10 one application per member and item',
    findViolations: () =>
      sql`SELECT user_id FROM application GROUP BY kind, item_id, user_id HAVING count(*) > 1`,
  },
  {
    name: 'I11 the event log matches the status of the order',
    findViolations:
      () => sql`SELECT id FROM "order" AS o WHERE status = 'cancelled' AND NOT EXISTS (SELECT 1 FROM
        event_log WHERE subject = 'order' AND subject_id = o.id AND event = 'cancelled')
      OR status IN ${PAID} AND NOT EXISTS (SELECT 1 FROM event_log WHERE subject = 'order'
        AND subject_id = o.id AND event IN ('paid', 'paid_late'))`,
  },
]

/** Checks all invariants. @returns one line per violated invariant */
export async function checkInvariants(db: Reader, now: number): Promise<string[]> {
  const lines: string[] = []
  for (const { name, findViolations } of INVARIANTS) {
    const { rows } = await findViolations(now).execute(db)
    if (rows.length === 0) continue
    const examples = rows.slice(0, 5).map((row) => Object.values(row).join('/'))
    lines.push(`${name}: ${rows.length} (${examples.join(', ')})`)
  }
  return lines
}
