import type {
  ColumnDefinitionBuilder,
  CreateTableBuilder,
  Kysely,
  QueryExecutorProvider,
  RawBuilder,
} from 'kysely'

/** Where a database is: in a file of this machine, or on a server that several machines share. */
export type DatabaseAddress =
  | { kind: 'file'; file: string }
  /** `maxConnections` of this process at once. */
  | { kind: 'server'; url: string; maxConnections: number }

export interface ConnectOptions {
  /** Another process may use the database: its schema is left as it is. */
  isShared: boolean
  /** Reads all pages of a file first, to find damage before members do. */
  checksPages: boolean
  /** Receives every statement and how long it took, in ms. */
  onQuery?: ((sql: string, ms: number) => void) | undefined
  /** Called before each read outside of a transaction. */
  beforeRead(): void
}

/** A task that recurs. */
export interface RecurringTask {
  name: string
  everyMs: number
  /** Rejects when it is to be tried again. */
  run(): Promise<void>
}

/** A connection that can hold a lock which no other process can hold at the same time. */
export interface LockSession {
  /** @returns whether this session holds the lock now */
  tryLock(): Promise<boolean>
  /** Resolves when the connection, and with it the lock, is lost. */
  readonly lost: Promise<void>
  /** @throws when the connection does not answer */
  probe(): Promise<void>
  /** Releases the lock. */
  close(): Promise<void>
}

/** A table whose rows are copied to another database. */
export interface StoredTable {
  name: string
  columns: readonly { name: string; type: string }[]
  /** The highest number that it has given to a row; null for a table that numbers no rows. */
  lastNumber: number | null
}

/** Connections to a server of databases. */
export interface PoolState {
  open: number
  idle: number
  /** Queries and transactions that wait for a connection. */
  waiting: number
}

/** An open database of one engine. */
export interface Connections<Tables> {
  /** Reads what is committed, and never waits for a transaction. */
  reader: Kysely<Tables>
  /** Runs transactions and migrations. */
  writer: Kysely<Tables>
  /** Called once the schema is current. */
  afterMigration(): void
  /** The pool of connections; null where a database has no server. */
  readonly readPool: (() => PoolState) | null
  close(): Promise<void>
}

/**
 * What an error of the database means: a fault of the storage, a violated constraint, or `conflict` for a
 * transaction that lost against another one and succeeds when it is repeated.
 */
export type DatabaseErrorKind =
  | 'damaged'
  | 'unreadable'
  | 'full'
  /** A lock or a statement took longer than is waited for. */
  | 'busy'
  /** The server of the database cannot be reached. */
  | 'unreachable'
  | 'unique'
  | 'constraint'
  | 'conflict'

/** A rule that the engine enforces for every row that is inserted, updated or deleted. */
export interface Guard {
  name: string
  table: string
  event: 'insert' | 'update' | 'delete'
  /** SQL on `NEW` and `OLD` that holds for a row that is refused. */
  refusedWhen: RawBuilder<unknown>
  message: string
  /** The row that concurrent statements lock first, so that the condition sees what they wrote. */
  lock?: { table: string; id: RawBuilder<unknown> }
}

type ColumnChange = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

/** What migrations need beyond the common form of the schema builder. */
export interface SchemaTools {
  /** Type of whole numbers: ids, counts, flags, fen, epoch ms. */
  readonly number: RawBuilder<unknown>
  /** Type of texts; they compare by their bytes. */
  readonly text: RawBuilder<unknown>
  /** Type of fractions. */
  readonly real: RawBuilder<unknown>
  /** Makes a column the primary key, numbered by the database; no number is used twice. */
  readonly autoNumber: ColumnChange
  createTable<Name extends string>(db: Kysely<unknown>, name: Name): CreateTableBuilder<Name, never>
  /** Like `createTable`, for a table whose rows are stored by their primary key where possible. */
  createKeyedTable<Name extends string>(
    db: Kysely<unknown>,
    name: Name,
  ): CreateTableBuilder<Name, never>
  createGuard(db: QueryExecutorProvider, guard: Guard): Promise<void>
  /** SQL: whether a column of JSON differs between `NEW` and `OLD` by more than the removal of a key. */
  differsWithoutKey(column: string, key: string): RawBuilder<boolean>
  /** Whether a table exists. */
  hasTable(db: QueryExecutorProvider, name: string): Promise<boolean>
}
