import { readFileSync } from 'node:fs'
import pg from 'pg'

/** PostgreSQL settings that record statement times. */
export const PROFILING = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
}

const SHOWN = 12
const MAX_TEXT = 90
/** Length of a kernel clock tick in `/proc`, ms. */
const TICK_MS = 10

interface StatementTimes {
  query: string
  calls: number
  ms: number
}

/** Connects to a database that records statement times. */
export async function openProfile(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
  return {
    /** Resets the statistics. */
    reset: () => client.query('SELECT pg_stat_statements_reset()'),

    /** Prints statements and their time per call, and the slowest statements. */
    async print(calls: number): Promise<void> {
      const { rows } = await client.query<StatementTimes>(
        `SELECT query, calls::int, total_plan_time + total_exec_time AS ms
         FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%' ORDER BY ms DESC`,
      )
      const sum = (read: (row: StatementTimes) => number) =>
        rows.reduce((total, row) => total + read(row), 0) / calls
      console.log(
        `  per call: ${sum((row) => row.calls).toFixed(1)} statements, ${sum(({ ms }) => ms).toFixed(2)} ms in PostgreSQL`,
      )
      for (const { query, ms, calls: runs } of rows.slice(0, SHOWN)) {
        const text = query.replaceAll(/\s+/g, ' ').slice(0, MAX_TEXT)
        console.log(`  ${(ms / calls).toFixed(3)} ms, ${(runs / calls).toFixed(1)} times: ${text}`)
      }
    },
    close: () => client.end(),
  }
}

/** CPU time of a process so far, ms. */
export function readCpuTimeMs(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = '0', system = '0'] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * TICK_MS
}
