import { closeSync, fchmodSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { quickCheck } from '../../lib/quick-check.ts'
import { readStorageFault } from '../../lib/storage-fault.ts'
import { checkSchema, migrate } from './migrate.ts'
import { createDialect, createStatementCache } from './node-sqlite-dialect.ts'
import type { PrepareStatement } from './node-sqlite-dialect.ts'
import type { Tables } from './tables.ts'
import { transact } from './transact.ts'
import { DATABASE_FILE, findLostInstallation, UnusableDatabaseError } from './unusable-database.ts'

export interface Database {
  /** Reads. Kysely's own transactions are not for use: they would wait inside a transaction. */
  query: Kysely<Tables>
  /** The connection beneath, for synchronous writes inside `transact`. */
  sqlite: DatabaseSync
  prepare: PrepareStatement
  transact<T>(run: () => T): T
  close(): void
}

// Versions before have a bug that can corrupt a WAL database: sqlite.org/wal.html#walresetbug
const OLDEST_SQLITE = '3.51.3'

/** Compares dotted versions: negative when the first is older. */
export function compareVersions(first: string, second: string): number {
  return first.localeCompare(second, 'en', { numeric: true })
}

function checkSqliteVersion(sqlite: DatabaseSync): void {
  const version = String(sqlite.prepare('SELECT sqlite_version() AS version').get()?.['version'])
  if (compareVersions(version, OLDEST_SQLITE) >= 0) return
  throw new Error(
    `SQLite ${version} is too old, ${OLDEST_SQLITE} or newer is needed: use the Node of package.json (npm ci)`,
  )
}

/** The folder and its database hold personal data: for their owner only, whatever the umask says. */
function makePrivate(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // SQLite gives the files beside the database the same mode.
  const file = openSync(join(dataDir, DATABASE_FILE), 'a', 0o600)
  fchmodSync(file, 0o600)
  closeSync(file)
}

interface OpenOptions {
  /** Another process uses the database: its schema must be current already. */
  isShared?: boolean
  /** Reads all pages first, to find damage before members do. */
  checksPages?: boolean
  /** Told of every read and how long it took. */
  onQuery?: (sql: string, ms: number) => void
}

function connect(dataDir: string, { isShared = false, checksPages = false }: OpenOptions) {
  const file = join(dataDir, DATABASE_FILE)
  const inMemory = dataDir === ':memory:'
  if (!inMemory) makePrivate(dataDir)
  const sqlite = new DatabaseSync(inMemory ? dataDir : file, {
    enableForeignKeyConstraints: true,
    timeout: 5000,
  })
  try {
    checkSqliteVersion(sqlite)
    const damage = checksPages ? quickCheck(sqlite, file) : undefined
    if (damage !== undefined) throw new UnusableDatabaseError(dataDir, 'damaged', damage)
    // FULL: what was acknowledged survives a power cut.
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
    if (isShared) checkSchema(sqlite)
    else {
      migrate(sqlite)
      // Counts rows where that has become worth while: thousands of shows are read in another way.
      sqlite.exec('PRAGMA analysis_limit = 400; PRAGMA optimize = 0x10002;')
    }
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/** @throws UnusableDatabaseError where the storage refuses or the database of an installation is gone */
function connectOrExplain(dataDir: string, options: OpenOptions): DatabaseSync {
  const mark = dataDir === ':memory:' ? undefined : findLostInstallation(dataDir)
  if (mark !== undefined) throw new UnusableDatabaseError(dataDir, 'missing', mark)
  try {
    return connect(dataDir, options)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // The system refused the folder or the file before SQLite came to it.
    const fault = readStorageFault(error) ?? ('syscall' in error ? 'unreadable' : undefined)
    if (fault === undefined) throw error
    throw new UnusableDatabaseError(dataDir, fault, error.message, error)
  }
}

/**
 * Opens the database of a data folder, or one in memory (`:memory:`), and brings it up to date.
 * @throws UnusableDatabaseError when it is damaged, cannot be read or written, or is missing from an
 *   installation: a new one never takes the place of a lost one
 */
export function openDatabase(dataDir: string, options: OpenOptions = {}): Database {
  const sqlite = connectOrExplain(dataDir, options)
  const { onQuery } = options
  const prepare = createStatementCache(sqlite)
  return {
    query: new Kysely<Tables>({
      dialect: createDialect(sqlite, prepare),
      ...(onQuery && {
        log: ({ query, queryDurationMillis }) => onQuery(query.sql, queryDurationMillis),
      }),
    }),
    sqlite,
    prepare,
    transact: (run) => transact(sqlite, run),
    close() {
      if (!sqlite.isOpen) return
      try {
        if (dataDir !== ':memory:') sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } finally {
        sqlite.close()
      }
    },
  }
}
