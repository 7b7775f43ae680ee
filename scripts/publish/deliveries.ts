import path from 'node:path'
import { sql } from 'kysely'
import type { Logger } from '../lib/logger.ts'
import { describeAddress } from '../lib/db/address.ts'
import { openDatabase, type Database } from '../lib/db/database.ts'
import { DamagedFileError, type DatabaseAddress } from '../lib/db/engines/engine.ts'
import { nameDated, moveAside } from '../lib/db/engines/file-tools.ts'
import type { SchemaHistory, SchemaStep } from '../lib/db/migrate.ts'
import { readStorageFault } from '../lib/storage-fault.ts'
import { DAY } from '../lib/durations.ts'

/** What a webhook reports: an edit of content, or scheduled changes that became due. */
export type DeliveryCause = 'content' | 'clock'

export interface ReceivedDelivery {
  id: string
  cause: DeliveryCause
}

/** Received webhook deliveries, for deduplication across restarts and processes. */
export interface ReceivedDeliveries {
  /** Records a delivery. @param now epoch ms @returns false if it was received before */
  add(delivery: ReceivedDelivery, now: number): Promise<boolean>
  /** Time of the last delivery in epoch ms; undefined when there was none. */
  readLatest(): Promise<number | undefined>
  /** The deliveries that were received after a time in epoch ms. */
  listSince(time: number): Promise<ReceivedDelivery[]>
  close(): Promise<void>
}

/** Records deliveries in memory, for development and when the ledger cannot be opened. */
export function createMemoryDeliveries(): ReceivedDeliveries {
  const received = new Map<string, ReceivedDelivery & { receivedAt: number }>()
  return {
    async add(delivery, now) {
      const isNew = !received.has(delivery.id)
      received.set(delivery.id, { ...delivery, receivedAt: now })
      return isNew
    },
    readLatest: async () => [...received.values()].at(-1)?.receivedAt,
    async listSince(time) {
      return [...received.values()].filter(({ receivedAt }) => receivedAt > time)
    },
    close: async () => received.clear(),
  }
}

interface LedgerTables {
  received_webhook: ReceivedDelivery & { received_at: number }
}

const createLedger: SchemaStep = async (db, { text, number, keyed }) => {
  await sql`create table received_webhook (
    id ${text} primary key, received_at ${number} not null
  ) ${keyed}`.execute(db)
  await sql`create index received_webhook_time on received_webhook (received_at)`.execute(db)
}

const addCauses: SchemaStep = async (db, { text }) => {
  await sql`alter table received_webhook
    add column cause ${text} default 'content' not null`.execute(db)
}

const HISTORY: SchemaHistory = {
  table: 'publish_schema_step',
  steps: { '0001-ledger': createLedger, '0002-causes': addCauses },
}

const KEEP_MS = 30 * DAY

const openLedger = (address: DatabaseAddress): Promise<Database<LedgerTables>> =>
  openDatabase(address, { history: HISTORY, checksPages: true })

const isDamage = (error: unknown): boolean =>
  error instanceof DamagedFileError || readStorageFault(error) === 'damaged'

/** Address of the ledger of a data folder. */
export const getLedgerAddress = (dataDir: string): DatabaseAddress => ({
  kind: 'file',
  file: path.resolve(dataDir, 'publish.db'),
})

/**
 * Opens the delivery ledger, a database in which one atomic statement both checks and records a delivery.
 * Processes that share a database server share the ledger.
 *
 * A damaged file is renamed and replaced by an empty one, at the start and while in use. At worst, a replayed
 * webhook whose signature is still valid then triggers a build that changes nothing. When the database
 * cannot be used, deliveries are recorded in memory until the next start.
 */
export async function openDeliveries(
  address: DatabaseAddress,
  logger: Logger,
): Promise<ReceivedDeliveries> {
  const location = describeAddress(address)

  async function replaceLedger(cause: unknown): Promise<Database<LedgerTables>> {
    if (address.kind === 'server') throw cause
    const name = nameDated(address.file, 'damaged', new Date())
    moveAside(address.file, name)
    logger.warn(
      { err: cause },
      `${location} is damaged: it was renamed to ${path.basename(name)} and replaced. It contains only received webhooks, so nothing needs to be restored`,
    )
    return openLedger(address)
  }

  let ledger = openLedger(address).catch((error: unknown) => {
    if (isDamage(error)) return replaceLedger(error)
    throw error
  })
  try {
    await ledger
  } catch (error) {
    if (readStorageFault(error) === undefined) throw error
    logger.error(
      { err: error },
      `${location} cannot be used: received webhooks are recorded in memory`,
    )
    return createMemoryDeliveries()
  }

  async function withLedger<T>(run: (current: Database<LedgerTables>) => Promise<T>): Promise<T> {
    const opened = ledger
    const current = await opened
    try {
      return await run(current)
    } catch (error) {
      if (!isDamage(error)) throw error
      // Another call may be replacing it already.
      if (ledger === opened) {
        const closed = current.close().catch(() => undefined)
        ledger = closed.then(() => replaceLedger(error))
      }
      return run(await ledger)
    }
  }

  return {
    add: (delivery, now) =>
      withLedger((db) =>
        db.transaction(async (trx) => {
          const { numInsertedOrUpdatedRows } = await trx
            .insertInto('received_webhook')
            .values({ ...delivery, received_at: now })
            .onConflict((row) => row.column('id').doNothing())
            .executeTakeFirst()
          if (numInsertedOrUpdatedRows === 0n) return false
          const expired = trx
            .deleteFrom('received_webhook')
            .where('received_at', '<', now - KEEP_MS)
          await expired.execute()
          return true
        }),
      ),
    readLatest: () =>
      withLedger(async ({ query }) => {
        const { latest } = await query
          .selectFrom('received_webhook')
          .select(({ fn }) => fn.max<number | null>('received_at').as('latest'))
          .executeTakeFirstOrThrow()
        return latest ?? undefined
      }),
    listSince: (time) =>
      withLedger(async ({ query }) => {
        const rows = query.selectFrom('received_webhook').select(['id', 'cause'])
        return rows.where('received_at', '>', time).execute()
      }),
    close: async () => (await ledger).close(),
  }
}
