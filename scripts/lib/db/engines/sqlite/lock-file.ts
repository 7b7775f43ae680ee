import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { classifySqliteError } from './errors.ts'

/** An exclusive lock among processes. */
export interface FileLock {
  release(): void
}

function acquire(file: string, waitMs: number): FileLock {
  const lock = new DatabaseSync(file, { timeout: waitMs })
  try {
    // The journal in memory avoids writes to a disk that may be full.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return { release: () => lock.close() }
  } catch (error) {
    lock.close()
    throw error
  }
}

/**
 * Locks a file by an exclusive transaction, which the system ends when the process dies: there are no stale
 * locks. A damaged file is replaced, because it contains no data. The first page is read under the lock,
 * so damage is detected only when no process holds the file.
 * @throws when another process holds the lock, and for disk faults
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
