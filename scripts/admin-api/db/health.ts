import type { Logger } from '../../lib/logger.ts'
import { readStorageFault, type StorageFault } from '../../lib/storage-fault.ts'
import type { DatabaseAddress } from '../../lib/db/engines/engine.ts'
import type { Database } from './open.ts'
import { writeSetting } from './settings.ts'
import { explainDatabaseFault } from './unusable-database.ts'

/** How long a fault during a request makes the server not ready, and is not logged again. */
const FAULT_MS = 60_000
/** Minimum interval of test writes: they wait for the disk, and probes of readiness may be frequent. */
const PROBE_EVERY_MS = 5000

/**
 * How long the server is not ready after a fault. A small write can succeed on a full disk where a large one
 * fails, but a test write that reaches the database server proves that it has returned.
 */
const readPeriod = (fault: StorageFault): number =>
  fault === 'unreachable' ? PROBE_EVERY_MS : FAULT_MS

interface HealthOptions {
  db: Database
  address: DatabaseAddress
  logger: Logger
  /** Epoch ms. */
  now(): number
}

/** Monitors the database of a running server by the errors of its calls and by test writes. */
export function createDatabaseHealth({ db, address, logger, now }: HealthOptions) {
  let isDamaged = false
  let last: { fault: StorageFault; at: number } | undefined
  let writtenAt = -Infinity

  /** Records and returns the storage fault behind an error; undefined if the error has another cause. */
  function report(error: unknown): StorageFault | undefined {
    const fault = readStorageFault(error)
    // A lock timeout is transient: the next call may succeed.
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
      await db.transaction((trx) => writeSetting(trx, 'write_probe', at))
      writtenAt = at
      return 'ok'
    } catch (error) {
      return report(error) ?? 'unreadable'
    }
  }

  return {
    /**
     * Whether damage was detected. From then on nothing is read or written, because a write to a damaged
     * database can destroy more of it; a restart checks all pages.
     */
    get isDamaged(): boolean {
      return isDamaged
    },
    report,
    /** Readiness: a recent fault, otherwise the result of a test write. */
    async check(at: number): Promise<StorageFault | 'ok'> {
      if (isDamaged) return 'damaged'
      if (last && Math.abs(at - last.at) < readPeriod(last.fault)) return last.fault
      return probe(at)
    },
  }
}
export type DatabaseHealth = ReturnType<typeof createDatabaseHealth>
