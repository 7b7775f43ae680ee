import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { describeAddress } from '../../lib/db/address.ts'
import type { DatabaseAddress, StoredTable } from '../../lib/db/engines/engine.ts'
import { copyDatabaseFile, inspectFile } from '../../lib/db/engines/file-tools.ts'
import { ExpectedError } from '../../lib/expected-error.ts'
import { HISTORY } from '../db/migrations/history.ts'
import { openDatabase, type Database, type Reader, type Transaction } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { checkInvariants } from '../orders/invariants.ts'
import { listDifferences, sumTable } from './compare-tables.ts'

/** Rows per insert statement. */
const BATCH = 2000

interface CopyOptions {
  /** Path of the database file. */
  from: string
  to: Extract<DatabaseAddress, { kind: 'server' }>
  /** Whether orders, payments and members that only the target has may be deleted. */
  replaces: boolean
  report(line: string): void
}

/** Excludes the migration history: both databases have the schema of this program. */
const isCopied = ({ name }: StoredTable): boolean =>
  name !== HISTORY.table && name !== `${HISTORY.table}_lock`

/** Keys of records that are unique across installations; ids alone repeat in every database. */
async function listRecordKeys(
  db: Reader,
): Promise<Record<'orders' | 'payments' | 'members', string[]>> {
  const orders = await db.selectFrom('order').select('order_no').execute()
  const payments = await db.selectFrom('payment').select(['provider', 'txn_id']).execute()
  const members = await db.selectFrom('user').select(['id', 'created_at']).execute()
  return {
    orders: orders.map((order) => order.order_no),
    payments: payments.map((payment) => `${payment.provider} ${payment.txn_id}`),
    members: members.map((member) => `${member.id} ${member.created_at}`),
  }
}

/** Counts of orders, payments and members that only the target has, such as "3 orders". */
async function listTargetOnly(source: Reader, target: Reader): Promise<string[]> {
  const sourceKeys = await listRecordKeys(source)
  const targetKeys = await listRecordKeys(target)
  return (['orders', 'payments', 'members'] as const).flatMap((kind) => {
    const inSource = new Set(sourceKeys[kind])
    const count = targetKeys[kind].filter((key) => !inSource.has(key)).length
    return count > 0 ? [`${count} ${kind}`] : []
  })
}

/** Fills the target and verifies it. @throws ExpectedError, which rolls back, if it differs from the source */
async function fillTarget(
  trx: Transaction,
  source: ReturnType<typeof inspectFile<Tables>>,
  report: CopyOptions['report'],
) {
  const { finishLoading, loadRows, startLoading } =
    await import('../../lib/db/engines/server-tools.ts')
  const tables = source.listTables().filter(isCopied)
  let total = 0
  await startLoading(trx, tables)
  for (const table of tables) {
    let count = 0
    for (const rows of source.readRows(table, BATCH)) {
      await loadRows(trx, table, rows)
      count += rows.length
    }
    if (count > 0) report(`${table.name}: ${count}`)
    total += count
  }
  await finishLoading(trx, tables)
  const faults: string[] = []
  for (const table of tables) {
    const sourceSums = await sumTable(source.query, table)
    faults.push(...listDifferences(table, sourceSums, await sumTable(trx, table)))
  }
  // With time 0, because orders past their deadline are not a fault of a copy.
  faults.push(...(await checkInvariants(trx, 0)))
  if (faults.length > 0) {
    throw new ExpectedError(
      `The copy was undone, because it differs from the source: ${faults.join('; ')}`,
    )
  }
  return { tables: tables.length, rows: total }
}

/** @throws ExpectedError if the target is in use, or has records that the copy would delete */
async function checkTarget(
  target: Database,
  source: Reader,
  { to, replaces }: CopyOptions,
): Promise<void> {
  const { isServing } = await import('../../lib/db/engines/server-tools.ts')
  const name = describeAddress(to)
  if (await isServing(target.query)) {
    throw new ExpectedError(`${name} is in use: stop its processes first`)
  }
  const own = await listTargetOnly(source, target.query)
  if (own.length === 0 || replaces) return
  throw new ExpectedError(
    `${name} has ${own.join(', ')} of its own: add --replace to delete all of its data`,
  )
}

async function copySnapshot(snapshot: string, options: CopyOptions) {
  using source = inspectFile<Tables>(snapshot)
  const target = await openDatabase(options.to, { isShared: true })
  try {
    await checkTarget(target, source.query, options)
    return await target.transaction((trx) => fillTarget(trx, source, options.report))
  } finally {
    await target.close()
  }
}

/**
 * Copies a consistent snapshot of an installation's database to a database server, also while it is in use.
 * The target either has the same rows afterwards or is unchanged.
 * @throws ExpectedError if the target may not be overwritten, or differs from the source afterwards
 */
export async function copyDatabase(options: CopyOptions) {
  const snapshot = path.join(path.dirname(options.from), `copy-${randomUUID()}.tmp`)
  try {
    await copyDatabaseFile(options.from, snapshot)
    return await copySnapshot(snapshot, options)
  } finally {
    await rm(snapshot, { force: true })
  }
}
