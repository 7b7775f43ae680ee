import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import { registry } from '../lib/metrics.ts'
import type { Database, Reader } from './db/open.ts'
import type { Tables } from './db/tables.ts'

interface Sample {
  labels: Record<string, string | number>
  value: number
}

/** A gauge that is queried from the database on every scrape. */
interface DatabaseGauge {
  name: string
  help: string
  labels: readonly string[]
  count: (db: Reader, now: number) => Promise<Sample[]>
}

/** Counts the rows of a table, labelled by some of its columns. */
function countBy<T extends keyof Tables>(
  table: T,
  labels: readonly (keyof Tables[T] & string)[],
): Pick<DatabaseGauge, 'labels' | 'count'> {
  const columns = sql.join(labels.map((label) => sql.ref(label)))
  const query = sql<Sample['labels'] & { value: number }>`
    select ${columns}, count(*) as value from ${sql.table(table)} group by ${columns}`
  return {
    labels,
    async count(db) {
      const { rows } = await query.execute(db)
      return rows.map(({ value, ...counted }) => ({ labels: counted, value }))
    },
  }
}

const POOL = {
  name: 'database_connections',
  help: 'Open and idle database connections, and calls waiting for one.',
  labels: ['state'],
}

const DATABASE_GAUGES: readonly DatabaseGauge[] = [
  {
    name: 'orders',
    help: 'Orders by type and status.',
    ...countBy('order', ['type', 'status']),
  },
  {
    name: 'held_places',
    help: 'Seats and places held by unpaid orders.',
    labels: [],
    async count(db) {
      const sums = await Promise.all(
        (['show_tier', 'course_date'] as const).map((table) =>
          db
            .selectFrom(table)
            .select(({ fn }) => fn.sum<number | null>('held').as('held'))
            .executeTakeFirstOrThrow(),
        ),
      )
      return [{ labels: {}, value: sums.reduce((total, { held }) => total + (held ?? 0), 0) }]
    },
  },
  {
    name: 'payment_attempts',
    help: 'Payment attempts by provider and state.',
    ...countBy('payment_attempt', ['provider', 'state']),
  },
  {
    name: 'refunds',
    help: 'Refunds by state.',
    ...countBy('refund', ['state']),
  },
  {
    name: 'content_deliveries',
    help: 'Notifications of content changes to the site, by state.',
    ...countBy('content_delivery', ['state']),
  },
  {
    name: 'oldest_unpaid_order_seconds',
    help: 'Time since the oldest overdue hold should have expired; 0 when none is overdue.',
    labels: [],
    async count(db, now) {
      const { value } = await db
        .selectFrom('order')
        .select(({ fn }) => fn.min<number | null>('expires_at').as('value'))
        .where('status', '=', 'pending')
        .executeTakeFirstOrThrow()
      return [{ labels: {}, value: Math.max(0, (now - (value ?? now)) / 1000) }]
    },
  },
]

/** Adds a gauge, in place of the one of an earlier database of this process. */
function addGauge(
  { name, help, labels }: Omit<DatabaseGauge, 'count'>,
  read: () => Sample[] | Promise<Sample[]>,
): void {
  registry.removeSingleMetric(name)
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      gauge.reset()
      for (const sample of await read()) gauge.set(sample.labels, sample.value)
    },
  })
}

/** Adds the database gauges to the metrics of this process; SQLite has no connection pool. */
export function collectDatabaseMetrics({ query, readPool }: Database, now: () => number): void {
  registry.removeSingleMetric(POOL.name)
  if (readPool !== null) {
    addGauge(POOL, () =>
      Object.entries(readPool()).map(([state, value]) => ({ labels: { state }, value })),
    )
  }
  for (const gauge of DATABASE_GAUGES) addGauge(gauge, () => gauge.count(query, now()))
}
