import pg from 'pg'
import type { LockSession } from '../engine.ts'

const CONNECT_TIMEOUT_MS = 5000
/** A connection that does not answer in this time is lost. */
const QUERY_TIMEOUT_MS = 5000
/** The server notices within 25 s that a machine is gone, and releases its locks. */
const KEEPALIVE =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3'

/** Opens a connection of its own, whose advisory lock ends with it (postgresql.org/docs/current/explicit-locking.html). */
export async function openPostgresLockSession(url: string, name: string): Promise<LockSession> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'site lock',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  })
  const lost = new Promise<void>((resolve) => {
    // A connection can report more than one error while it breaks.
    client.on('error', () => resolve())
    client.once('end', () => resolve())
  })
  await client.connect()
  await client.query(KEEPALIVE)
  return {
    lost,
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
