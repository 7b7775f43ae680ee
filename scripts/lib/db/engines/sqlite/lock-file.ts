import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { classifySqliteError } from './errors.ts'

/** A file that one process holds at a time. */
export interface FileLock {
  release(): void
}

function acquire(file: string, waitMs: number): FileLock {
  const lock = new DatabaseSync(file, { timeout: waitMs })
  try {
    // Writes nothing to disk, which may be full.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return { release: () => lock.close() }
  } catch (error) {
    lock.close()
    throw error
  }
}

/**
 * Locks a file by an exclusive transaction: the system ends it when the process dies, so that there are no
 * stale locks. The file contains no data, so that a damaged one is replaced. Its first page is only read
 * under the lock: damage can only be detected when no process holds the file.
 * @throws when another process holds it, and for faults of the disk
 */
export function lockFile(file: string, waitMs: number): FileLock {
  try {
    return acquire(file, waitMs)
  } catch (error) {
    if (classifySqliteError(error) !== 'damaged') throw error
    rmSync(file)
    return acquire(file, waitMs)
  }
}
