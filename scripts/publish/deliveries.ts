import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'

/** Which deliveries have come: each counts once, also over a restart. */
export interface Deliveries {
  /** Notes a delivery; false when it came before. @param now epoch ms */
  add(id: string, now: number): boolean
  /** When the last one came, in epoch ms. */
  readonly latest: number | undefined
  close(): void
}

const KEEP_MS = 30 * 24 * 3_600_000
const LatestSchema = v.object({ latest: v.nullable(v.number()) })

/**
 * Opens the ledger of a data folder, `publish.db`. A database, because one statement both asks and
 * notes, and because a kill between two of them loses nothing.
 */
export function openDeliveries(dataDir: string): Deliveries {
  mkdirSync(dataDir, { recursive: true })
  const db = new DatabaseSync(path.join(dataDir, 'publish.db'), { timeout: 2000 })
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS delivery (id TEXT PRIMARY KEY, received INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS delivery_received ON delivery (received);`)
  const note = db.prepare('INSERT OR IGNORE INTO delivery (id, received) VALUES (?, ?)')
  const forget = db.prepare('DELETE FROM delivery WHERE received < ?')
  const latest = db.prepare('SELECT max(received) AS latest FROM delivery')
  return {
    add(id, now) {
      const isNew = note.run(id, now).changes === 1
      if (isNew) forget.run(now - KEEP_MS)
      return isNew
    },
    get latest() {
      return v.parse(LatestSchema, latest.get()).latest ?? undefined
    },
    close: () => db.close(),
  }
}
