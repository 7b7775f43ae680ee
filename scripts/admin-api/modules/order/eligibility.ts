import type { DataOf } from '#api/index.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { formatTime } from '../../venue-time.ts'
import { countHours, checkEligibility } from '../../orders/create/course-date.ts'
import { COURSE_CANCEL_MS } from '../../orders/limits.ts'
import { loadCourseNames, readCourseDate } from '../course/cards.ts'
import { selectDates } from '../course/facts.ts'
import { selectItemTexts, type ReadContext } from '../read/texts.ts'

type EligibilityQuery = ReadContext & { dateId: number; userId: number | null }

/**
 * Whether a member can book a course date, at what price, and the reason if not.
 * @throws RequestError not_found
 */
export async function describeEligibility(
  deps: Deps,
  { dateId, userId, lang, now }: EligibilityQuery,
): Promise<DataOf<'POST /api/course/eligibility'>> {
  const db = deps.db.query
  const row = await selectDates(db)
    .innerJoin(selectItemTexts('course', lang), 'text.item_id', 'course_date.course_id')
    .select('text.title')
    .where('course_date.id', '=', dateId)
    .executeTakeFirstOrThrow(notFound)
  const names = await loadCourseNames(db, lang, [row.teacher_id])
  const { reason, quote, pass, orderNo, date } = await checkEligibility(db, {
    userId,
    dateId,
    canBuyOnline: deps.services.canBuyOnline,
    now,
    expiredBy: now,
  })
  return {
    date: readCourseDate(row, row.title, names, now),
    reason,
    price_fen: quote.payable_fen,
    hours_after: pass ? pass.hours_left - countHours(date) : null,
    cancel_until: formatTime(date.starts_at - COURSE_CANCEL_MS),
    order_no: orderNo,
    server_time: formatTime(now),
  }
}
