import { formatCount } from '../../lib/format-count.ts'
import type { Database, Reader } from '../db/open.ts'
import { countRows } from '../db/rows.ts'
import { DATE_COLUMNS, type DateRef } from './date-orders.ts'

const TITLES = { show: 'Show', course_date: 'Course date' } as const

async function listCancelled(db: Reader): Promise<DateRef[]> {
  const refs: DateRef[] = []
  for (const table of ['show', 'course_date'] as const) {
    const rows = await db.selectFrom(table).select('id').where('cancelled', '=', 1).execute()
    refs.push(...rows.map(({ id }) => ({ table, id })))
  }
  return refs
}

/** Counts the orders that staff have ended with a show or course date. */
function countEnded(db: Reader, { table, id }: DateRef): Promise<number> {
  const ended = db
    .selectFrom('order')
    .where(DATE_COLUMNS[table], '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('event_log')
          .select('event_log.id')
          .whereRef('event_log.subject_id', '=', 'order.id')
          .where('event_log.subject', '=', 'order')
          .where('event_log.event', '=', 'date_cancelled'),
      ),
    )
  return countRows(ended)
}

/** Runs a change of content, and reports the shows and course dates that it restores without their earlier buyers. */
export async function reportRestored<Result>(
  { query }: Pick<Database, 'query'>,
  report: (line: string) => void,
  change: () => Promise<Result>,
): Promise<Result> {
  const cancelled = await listCancelled(query)
  const result = await change()
  const stillCancelled = await listCancelled(query)
  for (const date of cancelled) {
    if (stillCancelled.some(({ table, id }) => table === date.table && id === date.id)) continue
    const ended = await countEnded(query, date)
    if (ended === 0) continue
    report(
      `${TITLES[date.table]} ${date.id} takes place again. ${formatCount(ended, 'order')} for it ended with the cancellation and will not come back: write to the buyers`,
    )
  }
  return result
}
