import { closeSync, fchmodSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DamagedFileError } from '../../damaged-file.ts'
import { quickCheck } from './quick-check.ts'

/** The first one that can set columns to NOT NULL, which steps of the schema do: sqlite.org/releaselog/3_53_0.html */
const OLDEST_VERSION = '3.53.0'
/** How long a connection waits for a lock of another one. */
const WAIT_MS = 5000

/** Compares dotted versions: negative when the first is older. */
export function compareVersions(first: string, second: string): number {
  return first.localeCompare(second, 'en', { numeric: true })
}

function checkVersion(sqlite: DatabaseSync): void {
  const version = String(sqlite.prepare('SELECT sqlite_version() AS version').get()?.['version'])
  if (compareVersions(version, OLDEST_VERSION) >= 0) return
  throw new Error(
    `SQLite ${version} is too old, ${OLDEST_VERSION} or newer is needed: use the Node of package.json (npm ci)`,
  )
}

/** The folder and its database hold personal data: for their owner only, whatever the umask says. */
function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // SQLite gives the files beside the database the same mode.
  const opened = openSync(file, 'a', 0o600)
  fchmodSync(opened, 0o600)
  closeSync(opened)
}

/**
 * Opens the connection that writes; creates the file.
 * @throws DamagedFileError when the check of the pages finds damage
 */
export function openWriter(file: string, checksPages: boolean): DatabaseSync {
  makePrivate(file)
  const sqlite = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: WAIT_MS })
  try {
    checkVersion(sqlite)
    const damage = checksPages ? quickCheck(sqlite, file) : undefined
    if (damage !== undefined) throw new DamagedFileError(damage)
    // What is deleted is overwritten: personal data must not stay in free pages.
    sqlite.exec('PRAGMA secure_delete = ON')
    // FULL: what was acknowledged survives a power cut. 64 MiB of pages: an index of search is written
    // at random places, and pages that do not fit are written several times.
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536;')
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/** Opens the connection that reads. The writing one is open already and has made the journal. */
export const openReader = (file: string): DatabaseSync =>
  new DatabaseSync(file, { readOnly: true, timeout: WAIT_MS })
