import pLimit from 'p-limit'
import type { Logger } from '../lib/logger.ts'
import { writeStatus, type PublishStatus } from './status.ts'

/**
 * Keeps the status in memory and writes it to disk, where other processes read it. Writes are sequential;
 * changes during a write are coalesced, and the last one is always written.
 */
export function createStatusLog(dataDir: string, first: PublishStatus, logger: Logger) {
  let status = first
  let written: PublishStatus | undefined
  const inTurn = pLimit(1)

  async function write(): Promise<void> {
    if (written === status) return
    const next = status
    try {
      await writeStatus(dataDir, next)
      written = next
    } catch (error) {
      logger.warn({ err: error }, 'cannot write the publishing status')
    }
  }

  return {
    get status(): PublishStatus {
      return status
    },
    /** Updates the status and schedules a write. */
    set(change: (status: PublishStatus) => PublishStatus): void {
      status = change(status)
      void inTurn(write)
    },
    /** Resolves when the last change is on disk. */
    settle: (): Promise<void> => inTurn(write),
  }
}

export type StatusLog = ReturnType<typeof createStatusLog>
