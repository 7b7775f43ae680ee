import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  replaceWithNoncontingentExpression,
  type LogEvent,
  type PostgresPoolClient,
} from 'kysely'
import pg from 'pg'
import { describeError } from '../../describe-error.ts'
import type { Connections, ConnectOptions, DatabaseAddress, LockSession } from './engine.ts'
import { recordConnectionError, UnreachableServerError } from './postgres/errors.ts'
import { POOL_OPTIONS } from './postgres/pool-options.ts'

/** Also the timeout of queries that wait for a connection of the pool, hundreds when sales open. */
const CONNECT_TIMEOUT_MS = 30_000
/** Longer than the timeout of an API call; content imports consist of short statements. */
const STATEMENT_TIMEOUT_MS = 30_000
/** How long a statement waits for a row that another transaction has locked. */
const LOCK_TIMEOUT_MS = 5000
/** Releases the locks of a process that hangs within a transaction. */
const IDLE_IN_TRANSACTION_MS = 60_000

const { INT8, NUMERIC } = pg.types.builtins

/** Ids, fen and times are far below 2^53, and so are their sums, which PostgreSQL returns as `numeric`. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
}

type Server = Extract<DatabaseAddress, { kind: 'server' }>

function createPool({ url, maxConnections }: Server): pg.Pool {
  const pool = new pg.Pool({
    ...POOL_OPTIONS,
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types,
  })
  // The pool discards an idle connection that breaks; the next query opens another one.
  pool.on('error', () => undefined)
  // A connection that breaks in use fails its query; without a listener its error would end the process.
  pool.on('connect', (client) => client.on('error', recordConnectionError))
  return pool
}

/** @throws UnreachableServerError */
async function connect(pool: pg.Pool): Promise<PostgresPoolClient> {
  try {
    return await pool.connect()
  } catch (cause) {
    throw new UnreachableServerError(describeError(cause), { cause })
  }
}

/**
 * Connects to a PostgreSQL server. Reads and transactions share the connection pool; the isolation level
 * is READ COMMITTED.
 */
export function connectPostgres<Tables>(
  address: Server,
  { onQuery, beforeRead }: ConnectOptions,
): Connections<Tables> {
  const pool = createPool(address)
  const shared = {
    pool: { connect: () => connect(pool), end: () => pool.end(), options: pool.options },
  }
  const common = {
    // PostgreSQL does not accept `in ()`.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
    ...(onQuery && {
      log: ({ query, queryDurationMillis }: LogEvent) => onQuery(query.sql, queryDurationMillis),
    }),
  }
  const onReserveConnection = async () => beforeRead()
  return {
    writer: new Kysely<Tables>({ dialect: new PostgresDialect(shared), ...common }),
    reader: new Kysely<Tables>({
      dialect: new PostgresDialect({ ...shared, onReserveConnection }),
      ...common,
    }),
    afterMigration() {},
    readPool: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

/** The connection of a lock that does not respond within this time counts as lost. */
const LOCK_RESPONSE_MS = 5000
/** Keepalive probes by which the server detects a dead client within 25 s and releases its locks. */
const KEEPALIVE =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3'

/**
 * Opens a dedicated connection, with which its advisory lock ends
 * (postgresql.org/docs/current/explicit-locking.html).
 */
export async function openPostgresLockSession(url: string, name: string): Promise<LockSession> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'site lock',
    connectionTimeoutMillis: LOCK_RESPONSE_MS,
    query_timeout: LOCK_RESPONSE_MS,
    keepAlive: true,
  })
  const closed = new Promise<void>((resolve) => {
    // A breaking connection can emit more than one error.
    client.on('error', () => resolve())
    client.once('end', () => resolve())
  })
  await client.connect()
  try {
    await client.query(KEEPALIVE)
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    closed,
    async tryLock() {
      const sql = 'SELECT pg_try_advisory_lock(hashtext($1)) AS taken'
      const { rows } = await client.query<{ taken: boolean }>(sql, [name])
      return rows[0]?.taken === true
    },
    async probe() {
      await client.query('SELECT 1')
    },
    close: () => client.end(),
  }
}
