import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ExpectedError } from './expected-error.ts'
import { readStorageFault } from './storage-fault.ts'

/** Another server holds the data folder. */
export class LockedError extends Error {
  override name = 'LockedError'
}

const WAIT_MS = 2000

function readOwner(file: string): string {
  try {
    return `process ${readFileSync(file, 'utf8')}`
  } catch {
    return 'another process'
  }
}

function takeLock(file: string, waitMs: number): DatabaseSync {
  const lock = new DatabaseSync(file, { timeout: waitMs })
  try {
    // Nothing is written to the disk, which may be full.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

/**
 * The lock holds no data, so a damaged one is removed. SQLite reads its first page only under a lock of
 * its own: whoever sees the damage knows that no server holds the file.
 */
function takeSoundLock(file: string, waitMs: number): DatabaseSync {
  try {
    return takeLock(file, waitMs)
  } catch (error) {
    if (readStorageFault(error) !== 'damaged') throw error
    rmSync(file)
    return takeLock(file, waitMs)
  }
}

/** For the message of another start. A full disk must not keep a server from starting. */
function writeOwner(file: string): void {
  try {
    writeFileSync(file, String(process.pid))
  } catch (error) {
    if (readStorageFault(error) !== 'full') throw error
  }
}

/** Locks a data folder, as `lockDataDir` does at once; null while a server holds it. */
export function tryLockDataDir(dataDir: string): { release(): void } | null {
  try {
    return lockDataDir(dataDir, 0)
  } catch (error) {
    if (error instanceof LockedError) return null
    throw error
  }
}

/** Whether a server holds a data folder. */
export function isServerRunning(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false
  const lock = tryLockDataDir(dataDir)
  lock?.release()
  return lock === null
}

/**
 * Locks the data folder for this server until `release`. The lock is an exclusive transaction on a
 * database of its own: the system drops it when the process dies, so no stale lock is ever left.
 * @param waitMs how long to wait for a server that is stopping
 * @throws LockedError when another server holds the folder
 */
export function lockDataDir(dataDir: string, waitMs = WAIT_MS): { release(): void } {
  mkdirSync(dataDir, { recursive: true })
  const owner = join(dataDir, 'server.pid')
  let lock: DatabaseSync
  try {
    lock = takeSoundLock(join(dataDir, 'server.lock.db'), waitMs)
  } catch (cause) {
    // Everything else than a busy file is a fault of the disk or its permissions.
    if (readStorageFault(cause) !== undefined) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new ExpectedError(`${dataDir} cannot be locked: ${reason}`, { cause })
    }
    throw new LockedError(
      `${dataDir} is in use by ${readOwner(owner)}: only one server may write to a data folder. ` +
        'Stop the other one, or set DATA_DIR to another folder.',
      { cause },
    )
  }
  writeOwner(owner)
  return {
    release() {
      rmSync(owner, { force: true })
      lock.close()
    },
  }
}
