import { Gauge } from 'prom-client'
import { registry } from '../lib/metrics.ts'
import type { Database, Reader } from './db/open.ts'

interface Counted {
  labels: Record<string, string>
  value: number
}

/** What the database knows at the moment that somebody reads the metrics. */
interface Measure {
  name: string
  help: string
  labels: readonly string[]
  count: (db: Reader, now: number) => Promise<Counted[]>
}

const POOL = 'database_connections'

const MEASURES: readonly Measure[] = [
  {
    name: 'orders',
    help: 'Orders by type and status.',
    labels: ['type', 'status'],
    async count(db) {
      const rows = await db
        .selectFrom('order')
        .select(['type', 'status', ({ fn }) => fn.countAll<number>().as('value')])
        .groupBy(['type', 'status'])
        .execute()
      return rows.map(({ type, status, value }) => ({ labels: { type, status }, value }))
    },
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
    labels: ['provider', 'state'],
    async count(db) {
      const rows = await db
        .selectFrom('payment_attempt')
        .select(['provider', 'state', ({ fn }) => fn.countAll<number>().as('value')])
        .groupBy(['provider', 'state'])
        .execute()
      return rows.map(({ provider, state, value }) => ({ labels: { provider, state }, value }))
    },
  },
  {
    name: 'refunds',
    help: 'Refunds by state.',
    labels: ['state'],
    async count(db) {
      const rows = await db
        .selectFrom('refund')
        .select(['state', ({ fn }) => fn.countAll<number>().as('value')])
        .groupBy('state')
        .execute()
      return rows.map(({ state, value }) => ({ labels: { state }, value }))
    },
  },
  {
    name: 'content_deliveries',
    help: 'Changes of content by whether the site was told of them.',
    labels: ['state'],
    async count(db) {
      const rows = await db
        .selectFrom('content_delivery')
        .select(['state', ({ fn }) => fn.countAll<number>().as('value')])
        .groupBy('state')
        .execute()
      return rows.map(({ state, value }) => ({ labels: { state }, value }))
    },
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
