import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import type { Logger } from '../lib/logger.ts'
import { datedName, moveAside } from '../lib/move-aside.ts'
import { quickCheck } from '../lib/quick-check.ts'
import { readStorageFault } from '../lib/storage-fault.ts'

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

function openLedger(file: string) {
  const db = new DatabaseSync(file, { timeout: 2000 })
  try {
    const damage = file === ':memory:' ? undefined : quickCheck(db, file)
    if (damage !== undefined) throw new DamagedLedgerError(damage)
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS delivery (id TEXT PRIMARY KEY, received INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS delivery_received ON delivery (received);`)
    return {
      note: db.prepare('INSERT OR IGNORE INTO delivery (id, received) VALUES (?, ?)'),
      forget: db.prepare('DELETE FROM delivery WHERE received < ?'),
      latest: db.prepare('SELECT max(received) AS latest FROM delivery'),
      close: () => db.close(),
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** The pages of the ledger do not hold together. */
class DamagedLedgerError extends Error {
  override name = 'DamagedLedgerError'
}

const isDamage = (error: unknown): boolean =>
  error instanceof DamagedLedgerError || readStorageFault(error) === 'damaged'

/**
 * Opens the ledger of a data folder, `publish.db`. A database, because one statement both asks and
 * notes, and because a kill between two of them loses nothing.
 *
 * A damaged ledger is put aside under a dated name and begun again, at the start and while it is in use.
 * Little is lost with it: a webhook that is repeated within the minutes in which its signature is valid
 * counts twice, and its build finds nothing to change. Where the disk refuses, the ledger lives in
 * memory until the next start.
 */
export function openDeliveries(dataDir: string, logger: Logger): Deliveries {
  mkdirSync(dataDir, { recursive: true })
  const file = path.resolve(dataDir, 'publish.db')

  function renew(cause: unknown) {
    const name = datedName(file, 'damaged', new Date())
    moveAside(file, name)
    logger.warn(
      { err: cause },
      `${file} is damaged: it is kept as ${path.basename(name)}, and a new one replaces it. It only lists which webhooks have come: nothing needs to be restored`,
    )
    return openLedger(file)
  }

  function open() {
    try {
      return openLedger(file)
    } catch (error) {
      if (isDamage(error)) return renew(error)
      if (readStorageFault(error) === undefined) throw error
      logger.error({ err: error }, `${file} cannot be used: webhooks are listed in memory`)
      return openLedger(':memory:')
    }
  }

  let ledger = open()
  function onLedger<T>(run: (current: typeof ledger) => T): T {
    try {
      return run(ledger)
    } catch (error) {
      if (!isDamage(error)) throw error
      ledger.close()
      ledger = renew(error)
      return run(ledger)
    }
  }

  return {
    add: (id, now) =>
      onLedger(({ note, forget }) => {
        const isNew = note.run(id, now).changes === 1
        if (isNew) forget.run(now - KEEP_MS)
        return isNew
      }),
    get latest() {
      return onLedger(({ latest }) => v.parse(LatestSchema, latest.get()).latest ?? undefined)
    },
    close: () => ledger.close(),
  }
}
