import type { Logger } from '../lib/logger.ts'
import { writeStatus, type PublishStatus } from './status.ts'

export interface StatusLog {
  readonly status: PublishStatus
  /** Updates the status and schedules a write. */
  set(change: (status: PublishStatus) => PublishStatus): void
  /** Resolves when the last change is on disk. */
  settle(): Promise<void>
}

/**
 * Keeps the status in memory and writes it to disk, where other processes read it. Writes are sequential;
 * changes during a write are coalesced, and the last one is always written.
 */
export function createStatusLog(dataDir: string, first: PublishStatus, logger: Logger): StatusLog {
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
    get status() {
      return status
    },
    set(change) {
      status = change(status)
      void begin()
    },
    async settle() {
      await begin()
    },
  }
}
