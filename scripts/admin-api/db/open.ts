import { closeSync, fchmodSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { checkSchema, migrate } from './migrate.ts'
import { createDialect, createStatementCache } from './node-sqlite-dialect.ts'
import type { PrepareStatement } from './node-sqlite-dialect.ts'
import type { Tables } from './tables.ts'
import { transact } from './transact.ts'

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
  const file = openSync(join(dataDir, 'entracte.db'), 'a', 0o600)
  fchmodSync(file, 0o600)
  closeSync(file)
}

interface OpenOptions {
  /** Another process uses the database: its schema must be current already. */
  isShared?: boolean
  /** Told of every read and how long it took. */
  onQuery?: (sql: string, ms: number) => void
}

/** Opens the database of a data folder, or one in memory (`:memory:`), and brings it up to date. */
export function openDatabase(dataDir: string, options: OpenOptions = {}): Database {
  const { isShared = false, onQuery } = options
  const inMemory = dataDir === ':memory:'
  if (!inMemory) makePrivate(dataDir)
  const sqlite = new DatabaseSync(inMemory ? dataDir : join(dataDir, 'entracte.db'), {
    enableForeignKeyConstraints: true,
    timeout: 5000,
  })
  checkSqliteVersion(sqlite)
  // FULL: what was acknowledged survives a power cut.
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  if (isShared) checkSchema(sqlite)
  else {
    migrate(sqlite)
    // Counts rows where that has become worth while: thousands of shows are read in another way.
    sqlite.exec('PRAGMA analysis_limit = 400; PRAGMA optimize = 0x10002;')
  }
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
    close: () => {
      if (!inMemory) sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      sqlite.close()
    },
  }
}
