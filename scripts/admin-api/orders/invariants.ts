import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../db/open.ts'
import { HOLD } from './limits.ts'

interface Invariant {
  name: string
  /** Selects the rows that violate the invariant at a time (epoch ms). */
  findViolations: (now: number) => RawBuilder<Record<string, unknown>>
}

/** Longer than the interval of the job that ends unpaid orders. */
const EXPIRY_DELAY_MS = 30_000
const PAID = sql`('paid', 'completed')`

// Plain SQL, so that operators can run the queries themselves.
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
    name: 'I3 the reservations of an order match its status',
    findViolations: () => sql`SELECT id FROM "order" AS o WHERE (status IN ${PAID} AND EXISTS
        (SELECT 1 FROM reservation WHERE order_id = o.id AND state = 'held'))
      OR (status NOT IN ${PAID} AND EXISTS
        (SELECT 1 FROM reservation WHERE order_id = o.id AND state = 'sold'))
      OR (status IN ('cancelled', 'refunding', 'refunded') AND EXISTS
        (SELECT 1 FROM reservation WHERE order_id = o.id AND state = 'held'))`,
  },
  {
    name: 'I4 the net payment of an order equals the price of what the buyer has kept',
    findViolations: () => sql`SELECT id FROM "order" AS o WHERE
        (SELECT coalesce(sum(amount_fen), 0) FROM payment WHERE order_id = o.id)
        - (SELECT coalesce(sum(amount_fen), 0) FROM refund WHERE order_id = o.id)
        + CASE WHEN paid_at IS NULL THEN 0 ELSE credit_fen END
        - (SELECT coalesce(sum(credit_fen), 0) FROM "order"
          WHERE exchanged_order_id = o.id AND paid_at IS NOT NULL)
        <> CASE WHEN status NOT IN ${PAID} THEN 0 ELSE payable_fen + credit_fen
          - (SELECT coalesce(sum(paid_fen), 0) FROM ticket AS t JOIN order_line AS l
            ON l.order_id = t.order_id AND l.tier_id = t.tier_id
            WHERE t.order_id = o.id AND t.state = 'void') END
      UNION ALL SELECT id FROM "order" AS o WHERE type = 'performance' AND payable_fen + credit_fen <>
        (SELECT coalesce(sum(quantity * paid_fen), 0) FROM order_line WHERE order_id = o.id)
      UNION ALL SELECT order_id FROM payment AS p WHERE amount_fen <
        (SELECT coalesce(sum(amount_fen), 0) FROM refund WHERE payment_id = p.id)`,
  },
  {
    name: 'I5 a paid order has its tickets and a place for each non-void one, an ended order has no valid ticket',
    findViolations: () => sql`SELECT id FROM "order" AS o WHERE type = 'performance' AND (
        (status IN ${PAID} AND quantity <>
          (SELECT count(*) FROM ticket WHERE order_id = o.id))
        OR (status IN ${PAID} AND
          (SELECT count(*) FROM ticket WHERE order_id = o.id AND state <> 'void') <>
          (SELECT coalesce(sum(quantity), 0) FROM reservation
            WHERE order_id = o.id AND state = 'sold'))
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
    name: 'I7 balances and class hours equal the sums of their ledgers, a pass has the ordered hours',
    findViolations:
      () => sql`SELECT user_id FROM balance AS b WHERE fen < 0 OR fen <> (SELECT coalesce(sum(amount), 0)
        FROM ledger WHERE account = 'balance' AND user_id = b.user_id)
      UNION ALL SELECT id FROM class_pass AS p WHERE hours_left <> hours + (SELECT
        coalesce(sum(amount), 0) FROM ledger WHERE account = 'class_hours' AND class_pass_id = p.id)
      UNION ALL SELECT p.id FROM class_pass AS p JOIN "order" AS o ON o.id = p.order_id
        WHERE p.hours <> o.class_hours`,
  },
  {
    name: 'I8 no order is pending past its deadline',
    findViolations: (now) => sql`SELECT id FROM "order"
      WHERE status = 'pending' AND expires_at < ${now - HOLD.graceMs - EXPIRY_DELAY_MS}`,
  },
  {
    name: 'I9 a used ticket has exactly one admission',
    findViolations:
      () => sql`SELECT id FROM ticket AS t WHERE (state = 'used') <> (1 = (SELECT count(*) FROM scan
      WHERE ticket_id = t.id AND result = 'admitted' AND undone_at IS NULL))`,
  },
  {
    name: 'I10 one application per member and item, without reopened ones',
    findViolations: () => sql`SELECT user_id FROM application WHERE reopened_at IS NULL
      GROUP BY kind, item_id, user_id HAVING count(*) > 1`,
  },
  {
    name: 'I11 the event log matches the status of the order',
    findViolations:
      () => sql`SELECT id FROM "order" AS o WHERE status = 'cancelled' AND NOT EXISTS (SELECT 1 FROM
        event_log WHERE subject = 'order' AND subject_id = o.id AND event = 'cancelled')
      OR status IN ${PAID} AND NOT EXISTS (SELECT 1 FROM event_log WHERE subject = 'order'
        AND subject_id = o.id AND event IN ('paid', 'paid_late'))`,
  },
  {
    name: 'I12 an exchange has one voided ticket of the exchanged order for each of its tickets, each exchanged once',
    findViolations: () => sql`SELECT id FROM "order" AS o WHERE exchanged_order_id IS NOT NULL AND (
        quantity <> (SELECT count(*) FROM exchanged_ticket AS e JOIN ticket AS t ON t.id = e.ticket_id
          WHERE e.order_id = o.id AND t.order_id = o.exchanged_order_id)
        OR paid_at IS NOT NULL AND EXISTS (SELECT 1 FROM exchanged_ticket AS e
          JOIN ticket AS t ON t.id = e.ticket_id WHERE e.order_id = o.id AND t.state <> 'void'))
      UNION ALL SELECT e.ticket_id FROM exchanged_ticket AS e JOIN "order" AS o ON o.id = e.order_id
        WHERE o.paid_at IS NOT NULL GROUP BY e.ticket_id HAVING count(*) > 1`,
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
