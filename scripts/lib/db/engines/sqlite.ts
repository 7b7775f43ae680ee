import { closeSync, fchmodSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { DamagedFileError, type Connections, type ConnectOptions } from './engine.ts'
import { createReaderDialect, createWriterDialect } from './sqlite/dialect.ts'

/**
 * Opens a database in a file with one connection for writes and one for reads, so that reads neither wait
 * for transactions nor see uncommitted rows.
 * @throws DamagedFileError when the integrity check of the pages fails
 */
export function connectSqlite<Tables>(
  file: string,
  { isShared, checksPages, onQuery, beforeRead }: ConnectOptions,
): Connections<Tables> {
  const writing = openWriter(file, checksPages)
  try {
    const reading = openReader(file)
    return {
      writer: new Kysely<Tables>({ dialect: createWriterDialect(writing, onQuery) }),
      reader: new Kysely<Tables>({
        dialect: createReaderDialect(reading, { onQuery, beforeUse: beforeRead }),
      }),
      afterMigration() {
        // Updates outdated statistics of the query planner: large tables need other query plans.
        if (!isShared) writing.exec('PRAGMA analysis_limit = 400; PRAGMA optimize = 0x10002;')
        // From here on only `BEGIN` can find the database locked, and the driver waits without blocking.
        writing.exec('PRAGMA busy_timeout = 0')
      },
      readPool: null,
      async close() {
        reading.close()
        try {
          writing.exec('PRAGMA wal_checkpoint(TRUNCATE)')
        } finally {
          writing.close()
        }
      },
    }
  } catch (error) {
    writing.close()
    throw error
  }
}

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
function openWriter(file: string, checksPages: boolean): DatabaseSync {
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
const openReader = (file: string): DatabaseSync =>
  new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT_MS })
