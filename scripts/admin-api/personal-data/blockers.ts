import type { DeletionBlocker, DeletionLosses } from '#api/personal-data.ts'
import type { Reader } from '../db/open.ts'
import { readBalance } from '../orders/ledger.ts'
import { findMembershipEnd } from '../orders/members.ts'
import { hasPlaces, PAID_STATUSES } from '../orders/orders.ts'
import { formatTime } from '../venue-time.ts'

async function countOrders(db: Reader, userId: number, status: 'pending' | 'refunding') {
  const { count } = await db
    .selectFrom('order')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', status)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Counts paid orders whose show or course date has not ended. An order is completed before that only if all of
 * its tickets were exchanged.
 */
async function countVisits(db: Reader, userId: number, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('order')
    .leftJoin('show', 'show.id', 'order.show_id')
    .leftJoin('course_date', 'course_date.id', 'order.course_date_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order.user_id', '=', userId)
    .where('order.status', 'in', PAID_STATUSES)
    .where(hasPlaces())
    .where(({ or, eb }) => or([eb('show.ends_at', '>', now), eb('course_date.ends_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts refunds that are not done. A failed refund counts: the money is still owed. */
async function countRefunds(db: Reader, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.order_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order.user_id', '=', userId)
    .where('refund.state', '<>', 'done')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Open obligations of an account, with counts. The account cannot be deleted while the list is not empty. */
export async function listBlockers(
  db: Reader,
  userId: number,
  now: number,
): Promise<DeletionBlocker[]> {
  const counts = {
    unpaid_orders: await countOrders(db, userId, 'pending'),
    visits: await countVisits(db, userId, now),
    refunds: Math.max(await countOrders(db, userId, 'refunding'), await countRefunds(db, userId)),
  }
  return (['unpaid_orders', 'visits', 'refunds'] as const).flatMap((kind) =>
    counts[kind] > 0 ? [{ kind, count: counts[kind] }] : [],
  )
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
    class_hours: Number(passes.hours ?? 0),
    membership_until: until === null || until <= now ? null : formatTime(until),
  }
}
