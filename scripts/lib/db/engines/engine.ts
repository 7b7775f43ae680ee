import type { Kysely, QueryExecutorProvider, RawBuilder } from 'kysely'

/** Location of a database: a file on this machine, or a server shared by several machines. */
export type DatabaseAddress =
  | { kind: 'file'; file: string }
  /** `maxConnections`: size of the connection pool of this process. */
  | { kind: 'server'; url: string; maxConnections: number }

export interface ConnectOptions {
  /** Another process may use the database: its schema is checked instead of migrated. */
  isShared: boolean
  /** Checks all pages of a file first, to detect damage before members encounter it. */
  checksPages: boolean
  /** Receives every statement and its duration in ms. */
  onQuery?: ((sql: string, ms: number) => void) | undefined
  /** Called before each read outside a transaction. */
  beforeRead(): void
}

/** A task that runs at an interval. */
export interface RecurringTask {
  name: string
  everyMs: number
  /** Rejects if the run must be retried. */
  run(): Promise<void>
}

/** A connection that can hold an exclusive lock among all processes of a database. */
export interface LockSession {
  /** @returns whether this session now holds the lock */
  tryLock(): Promise<boolean>
  /** Resolves when the connection has closed, which releases the lock. */
  readonly closed: Promise<void>
  /** @throws when the connection does not respond */
  probe(): Promise<void>
  /** Releases the lock. */
  close(): Promise<void>
}

/** A table whose rows are copied to another database. */
export interface StoredTable {
  name: string
  columns: readonly { name: string; type: string }[]
  /** The highest id that the table has generated; null for a table without generated ids. */
  lastNumber: number | null
}

/** State of a pool of connections to a database server. */
export interface PoolState {
  open: number
  idle: number
  /** Queries and transactions that wait for a connection. */
  waiting: number
}

/** The connections to an open database, by engine. */
export interface Connections<Tables> {
  /** Reads committed rows and never waits for a transaction. */
  reader: Kysely<Tables>
  /** Runs transactions and migrations. */
  writer: Kysely<Tables>
  /** Called once the schema is current. */
  afterMigration(): void
  /** State of the connection pool; null for a database in a file. */
  readonly readPool: (() => PoolState) | null
  close(): Promise<void>
}

/**
 * Kind of a database error: a storage fault, a violated constraint, or `conflict` for a transaction that
 * was aborted because of another one and may succeed when retried.
 */
export type DatabaseErrorKind =
  | 'damaged'
  | 'unreadable'
  | 'full'
  /** A lock or a statement timed out. */
  | 'busy'
  /** The database server cannot be reached. */
  | 'unreachable'
  | 'unique'
  | 'constraint'
  | 'conflict'

/** A rule that the engine enforces by a trigger for every inserted, updated or deleted row. */
export interface Guard {
  name: string
  table: string
  event: 'insert' | 'update' | 'delete'
  /** SQL condition on `NEW` and `OLD` under which a row is rejected. */
  refusedWhen: RawBuilder<unknown>
  message: string
  /** A row to lock first, so that the condition sees the writes of concurrent transactions. */
  lock?: { table: string; id: RawBuilder<unknown> }
}

/** Engine-specific parts of migrations, which are written in SQL. */
export interface SchemaTools {
  /** Type of whole numbers: ids, counts, flags, fen, epoch ms. */
  readonly number: RawBuilder<unknown>
  /** Type of texts, compared bytewise. */
  readonly text: RawBuilder<unknown>
  /** Type of fractions. */
  readonly real: RawBuilder<unknown>
  /** Type of an auto-increment primary key whose values are never reused. */
  readonly autoNumber: RawBuilder<unknown>
  /** End of a table's definition: rejects values of another type. */
  readonly strict: RawBuilder<unknown>
  /** Like `strict`, with rows clustered by their primary key where the engine supports it. */
  readonly keyed: RawBuilder<unknown>
  createGuard(db: QueryExecutorProvider, guard: Guard): Promise<void>
  /** SQL: whether a JSON column differs between `NEW` and `OLD` by more than the removal of a key. */
  differsWithoutKey(column: string, key: string): RawBuilder<boolean>
  /** Whether a table exists. */
  hasTable(db: QueryExecutorProvider, name: string): Promise<boolean>
}

/** A database file failed the integrity check of its pages. */
export class DamagedFileError extends Error {
  override name = 'DamagedFileError'
}
