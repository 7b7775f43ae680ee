import type { Database } from '../../db/open.ts'
import { execute } from '../../db/write.ts'
import type { Subject } from './find-applied.ts'

// Activities have places. A course seats those whom its teachers accept: it counts none here.

/** Takes a place in one conditional statement; false when there is none left. */
export function takePlace(db: Database, { kind, itemId }: Subject): boolean {
  if (kind === 'course') return true
  const sql = 'UPDATE activity SET taken = taken + 1 WHERE id = ? AND taken < places'
  return db.prepare(sql).run(itemId).changes > 0
}

/** Gives a place back that an application held. */
export function freePlace(db: Database, { kind, itemId }: Subject): void {
  if (kind === 'course') return
  execute(db, 'UPDATE activity SET taken = taken - 1 WHERE id = ? AND taken > 0', itemId)
}
