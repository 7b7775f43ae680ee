import type { Database } from '../db/open.ts'
import { all } from '../db/write.ts'

/**
 * Whether somebody is a member at every one of the moments: now and when the show or course time
 * begins. A membership that was given back counts no more.
 */
export function isMemberAt(db: Database, userId: number, ...moments: readonly number[]): boolean {
  const find = db.prepare(
    'SELECT 1 FROM membership WHERE user_id = ? AND revoked = 0 AND from_at <= ? AND until_at > ?',
  )
  return moments.every((moment) => find.get(userId, moment, moment) !== undefined)
}

/** The pass that pays a course time: of those with enough hours left, the one that ends first. */
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
