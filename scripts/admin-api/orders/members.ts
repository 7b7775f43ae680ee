import type { Reader, Transaction } from '../db/open.ts'
import { addMonths, toVenueClock } from '../venue-time.ts'
import type { OrderRow } from './orders.ts'

/**
 * Whether an account has a membership at all given times, usually now and the start of the show or
 * course date. Refunded memberships do not count.
 */
export async function isMemberAt(
  db: Reader,
  userId: number,
  ...times: readonly number[]
): Promise<boolean> {
  const memberships = await db
    .selectFrom('membership')
    .select(['from_at', 'until_at'])
    .where('user_id', '=', userId)
    .where('revoked', '=', 0)
    .where('until_at', '>', Math.min(...times))
    .execute()
  return times.every((time) =>
    memberships.some(({ from_at: from, until_at: until }) => from <= time && until > time),
  )
}

/** When the last membership of an account ends, epoch ms; null without one. */
export async function findMembershipEnd(db: Reader, userId: number): Promise<number | null> {
  const { until } = await db
    .selectFrom('membership')
    .select(({ fn }) => fn.max<number | null>('until_at').as('until'))
    .where('user_id', '=', userId)
    .where('revoked', '=', 0)
    .executeTakeFirstOrThrow()
  return until
}

/**
 * End of a membership from before its months were stored, if it began at `start`. Its length is only an estimate:
 * from 31 August to 28 February are less than six months by the calendar.
 */
function moveEnd(start: number, { from, until }: { from: number; until: number }): number {
  const length = toVenueClock(from).until(toVenueClock(until), { largestUnit: 'month' })
  return toVenueClock(start).add(length).epochMilliseconds
}

/** Revokes the membership of an order; renewals begin earlier instead, so that no gap remains. */
export async function revokeMembership(
  trx: Transaction,
  { id: orderId, user_id: userId }: OrderRow,
  now: number,
): Promise<void> {
  const revoked = await trx
    .updateTable('membership')
    .set({ revoked: 1 })
    .where('order_id', '=', orderId)
    .returning(['from_at', 'until_at'])
    .executeTakeFirst()
  if (!revoked || revoked.until_at <= now) return
  const renewals = await trx
    .selectFrom('membership')
    .innerJoin('order', 'order.id', 'membership.order_id')
    .select(['membership.id', 'from_at as from', 'until_at as until', 'order.months'])
    .where('membership.user_id', '=', userId)
    .where('revoked', '=', 0)
    .where('from_at', '>=', revoked.until_at)
    .orderBy('from_at')
    .execute()
  let start = Math.max(now, revoked.from_at)
  for (const { id, from, until, months } of renewals) {
    const end = months === null ? moveEnd(start, { from, until }) : addMonths(start, months)
    const renewal = trx.updateTable('membership').set({ from_at: start, until_at: end })
    await renewal.where('id', '=', id).execute()
    start = end
  }
}

/** The class pass to pay for a course date: the one that expires first among those with enough hours. */
export const findClassPass = (
  db: Reader,
  userId: number,
  date: { course_id: number; starts_at: number },
  hours: number,
) =>
  db
    .selectFrom('class_pass')
    .select(['id', 'hours_left'])
    .where('user_id', '=', userId)
    .where('course_id', '=', date.course_id)
    .where('revoked', '=', 0)
    .where('hours_left', '>=', hours)
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', date.starts_at)]),
    )
    .orderBy('expires_at', (order) => order.asc().nullsLast())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
