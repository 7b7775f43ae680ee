import * as v from 'valibot'
import type { Reader } from '../db/open.ts'
import type { ChangedDate } from '../messages/outbox/announce-dates.ts'
import type { PlannedRow } from './planned-rows.ts'

const TABLES = ['show', 'course_date'] as const

/** Columns of a planned show or course date that matter to buyers. */
const DateRowSchema = v.object({
  id: v.number(),
  starts_at: v.number(),
  hall_id: v.number(),
  cancelled: v.picklist([0, 1]),
})
type DateRow = v.InferOutput<typeof DateRowSchema>

function getDateChange(before: DateRow, after: DateRow): ChangedDate['change'] | null {
  if (after.cancelled !== before.cancelled) return after.cancelled === 1 ? 'cancelled' : 'restored'
  const isMoved = after.starts_at !== before.starts_at || after.hall_id !== before.hall_id
  return isMoved && after.cancelled === 0 ? 'moved' : null
}

const toOccasion = ({ starts_at: startsAt, hall_id: hallId }: DateRow) => ({ startsAt, hallId })

/** Finds upcoming shows and course dates that planned rows cancel, restore or move. */
export async function findChangedDates(
  db: Reader,
  rows: readonly PlannedRow[],
  now: number,
): Promise<ChangedDate[]> {
  const changes: ChangedDate[] = []
  for (const table of TABLES) {
    const planned = rows
      .filter((row) => row.table === table)
      .map(({ values }) => v.parse(DateRowSchema, values))
    if (planned.length === 0) continue
    const ids = planned.map(({ id }) => id)
    const stored = await db
      .selectFrom(table)
      .select(['id', 'starts_at', 'hall_id', 'cancelled'])
      .where('id', 'in', ids)
      .execute()
    const byId = new Map(stored.map((row) => [row.id, row]))
    for (const after of planned) {
      const before = byId.get(after.id)
      const change = before ? getDateChange(before, after) : null
      if (!before || change === null) continue
      if (Math.max(before.starts_at, after.starts_at) <= now) continue
      changes.push({
        table,
        id: after.id,
        before: toOccasion(before),
        after: toOccasion(after),
        change,
      })
    }
  }
  return changes
}
