import type { DeletionBlocker, DeletionLosses } from '#api/personal-data.ts'
import type { Reader } from '../db/open.ts'
import { countRows } from '../db/rows.ts'
import { readBalance } from '../orders/ledger.ts'
import { findMembershipEnd } from '../orders/members.ts'
import { hasPlaces, PAID_STATUSES } from '../orders/orders.ts'
import { formatTime } from '../venue-time.ts'

/** Open obligations of an account, with counts. The account cannot be deleted while the list is not empty. */
export async function listBlockers(
  db: Reader,
  userId: number,
  now: number,
): Promise<DeletionBlocker[]> {
  const orders = db.selectFrom('order').where('order.user_id', '=', userId)
  // An order is completed before its show or course date has ended only if all of its tickets were exchanged.
  const visits = orders
    .leftJoin('show', 'show.id', 'order.show_id')
    .leftJoin('course_date', 'course_date.id', 'order.course_date_id')
    .where('order.status', 'in', PAID_STATUSES)
    .where(hasPlaces())
    .where(({ or, eb }) => or([eb('show.ends_at', '>', now), eb('course_date.ends_at', '>', now)]))
  // A failed refund counts: the money is still owed.
  const refunds = orders
    .innerJoin('refund', 'refund.order_id', 'order.id')
    .where('refund.state', '<>', 'done')
  const refunding = await countRows(orders.where('order.status', '=', 'refunding'))
  const blockers: DeletionBlocker[] = [
    {
      kind: 'unpaid_orders',
      count: await countRows(orders.where('order.status', '=', 'pending')),
    },
    { kind: 'visits', count: await countRows(visits) },
    { kind: 'refunds', count: Math.max(refunding, await countRows(refunds)) },
  ]
  return blockers.filter(({ count }) => count > 0)
}

/** Paid benefits that a member forfeits by deleting the account. */
export async function readLosses(db: Reader, userId: number, now: number): Promise<DeletionLosses> {
  const passes = await db
    .selectFrom('class_pass')
    .select(({ fn }) => fn.sum<number | null>('hours_left').as('hours'))
    .where('user_id', '=', userId)
    .where('revoked', '=', 0)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  const until = await findMembershipEnd(db, userId)
  return {
    balance_fen: await readBalance(db, userId),
    class_hours: passes.hours ?? 0,
    membership_until: until === null || until <= now ? null : formatTime(until),
  }
}
