import type { Reader } from '../../db/open.ts'
import { formatTime } from '../../venue-time.ts'

/** First and last show of each performance, without cancelled and moved shows. */
export async function loadRuns(db: Reader) {
  const rows = await db
    .selectFrom('show')
    .select(({ fn }) => [
      'performance_id',
      fn.min<number>('starts_at').as('from'),
      fn.max<number>('starts_at').as('to'),
    ])
    .where('published', '=', 1)
    .where('cancelled', '=', 0)
    .where('moved', '=', 0)
    .groupBy('performance_id')
    .execute()
  return new Map(
    rows.map((row) => [row.performance_id, { from: formatTime(row.from), to: formatTime(row.to) }]),
  )
}
