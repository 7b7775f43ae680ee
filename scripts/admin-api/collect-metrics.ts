import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import { registry } from '../lib/metrics.ts'
import type { Database, Reader } from './db/open.ts'
import type { Tables } from './db/tables.ts'

interface Counted {
  labels: Record<string, string | number>
  value: number
}

/** What the database knows at the moment that somebody reads the metrics. */
interface Measure {
  name: string
  help: string
  labels: readonly string[]
  count: (db: Reader, now: number) => Promise<Counted[]>
}

/** Counts the rows of a table, labelled by some of its columns. */
function countBy<T extends keyof Tables>(
  table: T,
  labels: readonly (keyof Tables[T] & string)[],
): Pick<Measure, 'labels' | 'count'> {
  const columns = sql.join(labels.map((label) => sql.ref(label)))
  const query = sql<Counted['labels'] & { value: number }>`
    select ${columns}, count(*) as value from ${sql.table(table)} group by ${columns}`
  return {
    labels,
    async count(db) {
      const { rows } = await query.execute(db)
      return rows.map(({ value, ...counted }) => ({ labels: counted, value }))
    },
  }
}

const POOL = 'database_connections'

const MEASURES: readonly Measure[] = [
  {
    name: 'orders',
    help: 'Orders by type and status.',
    ...countBy('order', ['type', 'status']),
  },
  {
    name: 'held_places',
    help: 'Places that unpaid orders hold.',
    labels: [],
    async count(db) {
      const { value } = await db
        .selectFrom('reservation')
        .select(({ fn }) => fn.sum<number | null>('quantity').as('value'))
        .where('state', '=', 'held')
        .executeTakeFirstOrThrow()
      return [{ labels: {}, value: value ?? 0 }]
    },
  },
  {
    name: 'payment_attempts',
    help: 'Attempts to pay by provider and state.',
    ...countBy('payment_attempt', ['provider', 'state']),
  },
  {
    name: 'refunds',
    help: 'Refunds by state.',
    ...countBy('refund', ['state']),
  },
  {
    name: 'content_deliveries',
    help: 'Changes of content by whether the site was told of them.',
    ...countBy('content_delivery', ['state']),
  },
  {
    name: 'oldest_unpaid_order_seconds',
    help: 'How long ago the oldest hold that nobody ended should have ended; 0 when none is late.',
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

/** Adds the pool of connections to a server of databases. */
function collectPool({ readPool }: Database): void {
  registry.removeSingleMetric(POOL)
  if (readPool === null) return
  const gauge: Gauge = new Gauge({
    name: POOL,
    help: 'Connections to the database that are open and idle, and calls that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, value] of Object.entries(readPool())) gauge.set({ state }, value)
    },
  })
}

/** Adds what the database counts to the metrics of this process. */
export function collectDatabaseMetrics(db: Database, now: () => number): void {
  collectPool(db)
  for (const { name, help, labels, count } of MEASURES) {
    registry.removeSingleMetric(name)
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        gauge.reset()
        for (const counted of await count(db.query, now())) gauge.set(counted.labels, counted.value)
      },
    })
  }
}
