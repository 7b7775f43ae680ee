import type { DatabaseSync } from 'node:sqlite'
import {
  DummyDriver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type SelectModifierNode,
} from 'kysely'
import { SqliteConnection, type OnQuery } from './connection.ts'
import { WriterDriver } from './writer-driver.ts'

interface ReaderOptions {
  onQuery: OnQuery | undefined
  /** Called before each use of the connection. */
  beforeUse: () => void
}

/** Runs statements immediately. They are synchronous, so they cannot overlap. */
class ReaderDriver extends DummyDriver {
  readonly #connection: SqliteConnection
  readonly #beforeUse: () => void

  constructor(sqlite: DatabaseSync, { onQuery, beforeUse }: ReaderOptions) {
    super()
    this.#connection = new SqliteConnection(sqlite, onQuery)
    this.#beforeUse = beforeUse
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#beforeUse()
    return this.#connection
  }

  override async beginTransaction(): Promise<void> {
    throw new Error('This connection is read-only')
  }
}

/** Lets Kysely acquire several connections at once: `WriterDriver` queues them on one connection. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }

  /** SQLite supports DDL in transactions, unlike Kysely's own adapter declares. */
  override get supportsTransactionalDdl() {
    return true
  }
}

/** Omits row locks such as `for update`: a transaction locks the whole database. */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}

const createDialect = (driver: Driver): Dialect => ({
  createAdapter: () => new Adapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new QueryCompiler(),
})

/** Kysely dialect of the write connection. */
export const createWriterDialect = (sqlite: DatabaseSync, onQuery: OnQuery | undefined): Dialect =>
  createDialect(new WriterDriver(new SqliteConnection(sqlite, onQuery)))

/** Kysely dialect of the read connection. */
export const createReaderDialect = (sqlite: DatabaseSync, options: ReaderOptions): Dialect =>
  createDialect(new ReaderDriver(sqlite, options))
