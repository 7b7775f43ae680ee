import { closeSync, fchmodSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DamagedFileError } from '../engine.ts'

/** The first version with `ALTER COLUMN … SET NOT NULL`, which migrations use: sqlite.org/releaselog/3_53_0.html */
const MIN_VERSION = '3.53.0'
/** How long a connection waits for the lock of another connection. */
const LOCK_TIMEOUT_MS = 5000

/** Compares dotted versions: negative if the first is older. */
export function compareVersions(first: string, second: string): number {
  return first.localeCompare(second, 'en', { numeric: true })
}

function checkVersion(sqlite: DatabaseSync): void {
  const version = String(sqlite.prepare('SELECT sqlite_version() AS version').get()?.['version'])
  if (compareVersions(version, MIN_VERSION) >= 0) return
  throw new Error(
    `SQLite ${version} is too old, ${MIN_VERSION} or newer is needed: use the Node of package.json (npm ci)`,
  )
}

/**
 * Larger databases are not checked, because the check cannot be cancelled. 1 GiB takes 1.1 s from the file
 * system cache, so a start is delayed by some seconds at most.
 */
const MAX_CHECKED_BYTES = 4 * 1024 ** 3

/**
 * Checks the page structure of a database (`PRAGMA quick_check`). Text and indexes are not verified,
 * because SQLite has no checksums for them.
 * @returns the first fault; undefined when there is none, or the file is over 4 GiB
 * @throws when the file is not a database
 */
function quickCheck(sqlite: DatabaseSync, file: string): string | undefined {
  if (statSync(file).size > MAX_CHECKED_BYTES) return undefined
  const [row] = sqlite.prepare('PRAGMA quick_check(1)').all()
  const result = String(row?.['quick_check'])
  // A heading precedes the fault.
  return result === 'ok' ? undefined : (result.split('\n').at(-1) ?? result)
}

/** Restricts the folder and its database, which hold personal data, to their owner, whatever the umask. */
function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // SQLite creates the journal files with the mode of the database.
  const descriptor = openSync(file, 'a', 0o600)
  fchmodSync(descriptor, 0o600)
  closeSync(descriptor)
}

/**
 * Opens the write connection and creates a missing file.
 * @throws DamagedFileError when the integrity check of the pages fails
 */
export function openWriter(file: string, checksPages: boolean): DatabaseSync {
  makePrivate(file)
  const sqlite = new DatabaseSync(file, {
    enableForeignKeyConstraints: true,
    timeout: LOCK_TIMEOUT_MS,
  })
  try {
    checkVersion(sqlite)
    const damage = checksPages ? quickCheck(sqlite, file) : undefined
    if (damage !== undefined) throw new DamagedFileError(damage)
    // Overwrites deleted rows: personal data must not remain in free pages.
    sqlite.exec('PRAGMA secure_delete = ON')
    // FULL: acknowledged transactions survive a power cut. 64 MiB of page cache: the search index is
    // written at random positions, and pages that do not fit are written several times.
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536;')
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/** Opens the read connection. The write connection must be open already, because it creates the journal. */
export const openReader = (file: string): DatabaseSync =>
  new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT_MS })
