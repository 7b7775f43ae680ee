import type { Logger } from '../../lib/logger.ts'
import { readStorageFault, type StorageFault } from '../../lib/storage-fault.ts'
import type { DatabaseAddress } from '../../lib/db/engines/engine.ts'
import type { Database } from './open.ts'
import { probeWrite } from './settings.ts'
import { explainDatabaseFault } from './unusable-database.ts'

/** What is known of the database while the server runs. */
export interface DatabaseHealth {
  /**
   * Whether the database has found damage. Nothing is read or written from then on, because a write to a
   * damaged database can destroy more of it; a restart checks all pages.
   */
  readonly isDamaged: boolean
  /** Records what a failed call says about the storage; undefined when it says nothing. */
  report(error: unknown): StorageFault | undefined
  /** The state for readiness: a fault of the last minute, else the result of a write. */
  check(now: number): Promise<StorageFault | 'ok'>
}

/** How long a fault that a member met keeps the server from being ready, in ms. */
const FAULT_MS = 60_000
/** A write waits for the disk: readiness may be requested more often. */
const PROBE_EVERY_MS = 5000

interface HealthOptions {
  db: Database
  address: DatabaseAddress
  logger: Logger
  /** Epoch ms. */
  now(): number
}

/** Watches the database of a running server by the errors of its calls and by writes of its own. */
export function createDatabaseHealth({ db, address, logger, now }: HealthOptions): DatabaseHealth {
  let isDamaged = false
  let last: { fault: StorageFault; at: number } | undefined
  let writtenAt = -Infinity

  function report(error: unknown): StorageFault | undefined {
    const fault = readStorageFault(error)
    // A lock that was held too long is over by now: it says nothing of the next call.
    if (fault === undefined || fault === 'busy') return fault
    const at = now()
    const isNew = last?.fault !== fault || at - last.at > FAULT_MS
    last = { fault, at }
    isDamaged ||= fault === 'damaged'
    if (isNew) {
      const detail = error instanceof Error ? error.message : String(error)
      logger.error({ err: error }, explainDatabaseFault(address, fault, detail))
    }
    return fault
  }

  async function probe(at: number): Promise<StorageFault | 'ok'> {
    if (Math.abs(at - writtenAt) < PROBE_EVERY_MS) return 'ok'
    try {
      await db.transaction((trx) => probeWrite(trx, at))
      writtenAt = at
      return 'ok'
    } catch (error) {
      return report(error) ?? 'unreadable'
    }
  }

  return {
    get isDamaged() {
      return isDamaged
    },
    report,
    async check(at) {
      if (isDamaged) return 'damaged'
      if (last && Math.abs(at - last.at) < FAULT_MS) return last.fault
      return probe(at)
    },
  }
}
