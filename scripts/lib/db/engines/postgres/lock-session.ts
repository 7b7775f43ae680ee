import pg from 'pg'
import type { LockSession } from '../engine.ts'

const CONNECT_TIMEOUT_MS = 5000
/** A connection that does not respond within this time counts as lost. */
const QUERY_TIMEOUT_MS = 5000
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
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  })
  const closed = new Promise<void>((resolve) => {
    // A breaking connection can emit more than one error.
    client.on('error', () => resolve())
    client.once('end', () => resolve())
  })
  await client.connect()
  await client.query(KEEPALIVE)
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
