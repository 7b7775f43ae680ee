import type { Database } from '../db/open.ts'
import { all } from '../db/write.ts'

/**
 * Whether an account has a membership at all given times, usually now and the start of the show or
 * course date. Refunded memberships do not count.
 */
export function isMemberAt(db: Database, userId: number, ...moments: readonly number[]): boolean {
  const find = db.prepare(
    'SELECT 1 FROM membership WHERE user_id = ? AND revoked = 0 AND from_at <= ? AND until_at > ?',
  )
  return moments.every((moment) => find.get(userId, moment, moment) !== undefined)
}

/** The pass that pays for a course date: with enough hours left, earliest expiry first. */
export function findClassPass(
  db: Database,
  {
    userId,
    courseId,
    startsAt,
    hours,
  }: { userId: number; courseId: number; startsAt: number; hours: number },
) {
  const query = db.query
    .selectFrom('class_pass')
    .select(['id', 'hours_left'])
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('revoked', '=', 0)
    .where('hours_left', '>=', hours)
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', startsAt)]),
    )
    .orderBy((order) => order.fn.coalesce('expires_at', order.val(Number.MAX_SAFE_INTEGER)))
    .orderBy('id')
    .limit(1)
  return all(db, query)[0]
}
