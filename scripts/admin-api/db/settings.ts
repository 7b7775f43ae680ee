import type { Database } from './open.ts'
import { upsert } from './write.ts'

/** The moment that relative times of content count from, null before the first import. */
export function readFirstStart(db: Database): number | null {
  const row = db.prepare(`SELECT value FROM setting WHERE key = 'first_start'`).get()
  return row ? Number(row['value']) : null
}

export function writeFirstStart(db: Database, time: number): void {
  upsert(db, 'setting', ['key'], { key: 'first_start', value: String(time) })
}
