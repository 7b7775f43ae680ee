import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import type { Logger } from '../lib/logger.ts'
import { datedName, moveAside } from '../lib/move-aside.ts'
import { quickCheck } from '../lib/quick-check.ts'
import { readStorageFault } from '../lib/storage-fault.ts'

/** Received webhook deliveries, for deduplication across restarts. */
export interface Deliveries {
  /** Records a delivery; false when it was received before. @param now epoch ms */
  add(id: string, now: number): boolean
  /** When the last delivery was received, in epoch ms. */
  readonly latest: number | undefined
  close(): void
}

const KEEP_MS = 30 * 24 * 3_600_000
const LatestSchema = v.object({ latest: v.nullable(v.number()) })

function openLedger(file: string) {
  const db = new DatabaseSync(file, { timeout: 2000 })
  try {
    const damage = file === ':memory:' ? undefined : quickCheck(db, file)
    if (damage !== undefined) throw new DamagedLedgerError(damage)
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS delivery (id TEXT PRIMARY KEY, received INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS delivery_received ON delivery (received);`)
    return {
      insert: db.prepare('INSERT OR IGNORE INTO delivery (id, received) VALUES (?, ?)'),
      prune: db.prepare('DELETE FROM delivery WHERE received < ?'),
      latest: db.prepare('SELECT max(received) AS latest FROM delivery'),
      close: () => db.close(),
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** The database file failed SQLite's integrity check. */
class DamagedLedgerError extends Error {
  override name = 'DamagedLedgerError'
}

const isDamage = (error: unknown): boolean =>
  error instanceof DamagedLedgerError || readStorageFault(error) === 'damaged'

/**
 * Opens the delivery ledger of a data folder, `publish.db`. A database, because one atomic statement
 * both checks and records a delivery.
 *
 * A damaged ledger is renamed and replaced by an empty one, at the start and while in use. That is
 * safe: at worst a webhook repeated while its signature is valid triggers a build that changes nothing.
 * When the disk is not writable, the ledger is kept in memory until the next start.
 */
export function openDeliveries(dataDir: string, logger: Logger): Deliveries {
  mkdirSync(dataDir, { recursive: true })
  const file = path.resolve(dataDir, 'publish.db')

  function replaceLedger(cause: unknown) {
    const name = datedName(file, 'damaged', new Date())
    moveAside(file, name)
    logger.warn(
      { err: cause },
      `${file} is damaged: it was renamed to ${path.basename(name)} and replaced. It only lists received webhooks: nothing needs to be restored`,
    )
    return openLedger(file)
  }

  function open() {
    try {
      return openLedger(file)
    } catch (error) {
      if (isDamage(error)) return replaceLedger(error)
      if (readStorageFault(error) === undefined) throw error
      logger.error(
        { err: error },
        `${file} cannot be used: received webhooks are recorded in memory`,
      )
      return openLedger(':memory:')
    }
  }

  let ledger = open()
  function withLedger<T>(run: (current: typeof ledger) => T): T {
    try {
      return run(ledger)
    } catch (error) {
      if (!isDamage(error)) throw error
      ledger.close()
      ledger = replaceLedger(error)
      return run(ledger)
    }
  }

  return {
    add: (id, now) =>
      withLedger(({ insert, prune }) => {
        const isNew = insert.run(id, now).changes === 1
        if (isNew) prune.run(now - KEEP_MS)
        return isNew
      }),
    get latest() {
      return withLedger(({ latest }) => v.parse(LatestSchema, latest.get()).latest ?? undefined)
    },
    close: () => ledger.close(),
  }
}
