import type { DatabaseSync } from 'node:sqlite'
import {
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
  /** Called before the connection is used. */
  beforeUse: () => void
}

/** Runs each statement as it comes: it is over before another one can begin. */
class ReaderDriver implements Driver {
  readonly #connection: SqliteConnection
  readonly #beforeUse: () => void

  constructor(sqlite: DatabaseSync, { onQuery, beforeUse }: ReaderOptions) {
    this.#connection = new SqliteConnection(sqlite, onQuery)
    this.#beforeUse = beforeUse
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#beforeUse()
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    throw new Error('This connection only reads')
  }

  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/** The driver's turns are the connections: Kysely may ask for many at once. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }

  /** DDL is part of a transaction in SQLite; Kysely's own adapter leaves that out. */
  override get supportsTransactionalDdl() {
    return true
  }
}

/** Leaves out the locks of rows: a transaction holds the lock of the whole database. */
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

/** Kysely on the connection that writes. */
export const createWriterDialect = (sqlite: DatabaseSync, onQuery: OnQuery | undefined): Dialect =>
  createDialect(new WriterDriver(new SqliteConnection(sqlite, onQuery)))

/** Kysely on the connection that reads. */
export const createReaderDialect = (sqlite: DatabaseSync, options: ReaderOptions): Dialect =>
  createDialect(new ReaderDriver(sqlite, options))
