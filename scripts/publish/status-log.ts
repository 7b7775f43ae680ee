import type { Logger } from '../lib/logger.ts'
import { writeStatus, type PublishStatus } from './status.ts'

export interface StatusLog {
  readonly status: PublishStatus
  /** Changes the status; it is on the disk some moments later. */
  set(change: (status: PublishStatus) => PublishStatus): void
  /** Resolves when the last change is on the disk. */
  settle(): Promise<void>
}

/**
 * Keeps the status in memory and on the disk, where other processes read it. One write is under way
 * at a time, so that a thousand changes are a few writes, and the last one is always written.
 */
export function createStatusLog(dataDir: string, first: PublishStatus, logger: Logger): StatusLog {
  let status = first
  let written: PublishStatus | undefined
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (written !== status) {
      const next = status
      await writeStatus(dataDir, next).catch((error: unknown) => {
        logger.warn({ err: error }, 'the status cannot be written')
      })
      written = next
    }
    writing = undefined
  }

  function begin(): Promise<void> {
    const underWay = writing ?? write()
    if (written !== status) writing = underWay
    return underWay
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
