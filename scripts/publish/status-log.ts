import type { Logger } from '../lib/logger.ts'
import { writeStatus, type PublishStatus } from './status.ts'

/**
 * Keeps the status in memory and writes it to disk, where other processes read it. Writes are sequential;
 * changes during a write are coalesced, and the last one is always written.
 */
export function createStatusLog(dataDir: string, first: PublishStatus, logger: Logger) {
  let status = first
  let written: PublishStatus | undefined
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (written !== status) {
      const next = status
      await writeStatus(dataDir, next).catch((error: unknown) => {
        logger.warn({ err: error }, 'cannot write the publishing status')
      })
      written = next
    }
    writing = undefined
  }

  function begin(): Promise<void> {
    const current = writing ?? write()
    if (written !== status) writing = current
    return current
  }

  return {
    get status(): PublishStatus {
      return status
    },
    /** Updates the status and schedules a write. */
    set(change: (status: PublishStatus) => PublishStatus): void {
      status = change(status)
      void begin()
    },
    /** Resolves when the last change is on disk. */
    async settle(): Promise<void> {
      await begin()
    },
  }
}

export type StatusLog = ReturnType<typeof createStatusLog>
