import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { describeAddress } from '../../lib/db/address.ts'
import type { DatabaseAddress, StoredTable } from '../../lib/db/engines/engine.ts'
import {
  copyDatabaseFile,
  inspectFile,
  openTableReader,
  type TableReader,
} from '../../lib/db/engines/file-tools.ts'
import { ExpectedError } from '../../lib/expected-error.ts'
import { isSchemaCurrent } from '../../lib/db/migrate.ts'
import { HISTORY } from '../db/migrations/history.ts'
import { openDatabase, type Database, type Reader, type Transaction } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { checkInvariants } from '../orders/invariants.ts'
import { listDifferences, sumTable } from './compare-tables.ts'

/** Rows that a statement inserts. */
const BATCH = 2000

export interface CopyReport {
  tables: number
  rows: number
}

interface CopyOptions {
  /** The database in a file. */
  from: string
  to: Extract<DatabaseAddress, { kind: 'server' }>
  /** Whether what the target has received by itself may be deleted. */
  replaces: boolean
  report(line: string): void
}

/** The schema of each side is that of this program: its record is not copied. */
const isCopied = ({ name }: StoredTable): boolean =>
  name !== HISTORY.table && name !== `${HISTORY.table}_lock`

/** What only one installation has made: numbers alone are given by every database. */
async function listMade(db: Reader): Promise<Record<'orders' | 'payments' | 'members', string[]>> {
  const orders = await db.selectFrom('order').select('order_no').execute()
  const payments = await db.selectFrom('payment').select(['provider', 'txn_id']).execute()
  const members = await db.selectFrom('user').select(['id', 'created_at']).execute()
  return {
    orders: orders.map((order) => order.order_no),
    payments: payments.map((payment) => `${payment.provider} ${payment.txn_id}`),
    members: members.map((member) => `${member.id} ${member.created_at}`),
  }
}

/** Orders, payments and members that the target has and the source has not: "3 orders". */
async function listOwn(source: Reader, target: Reader): Promise<string[]> {
  const here = await listMade(source)
  const there = await listMade(target)
  return (['orders', 'payments', 'members'] as const).flatMap((what) => {
    const known = new Set(here[what])
    const own = there[what].filter((key) => !known.has(key)).length
    return own > 0 ? [`${own} ${what}`] : []
  })
}

interface Source {
  reader: TableReader
  query: Reader
}

/** Fills the target, and undoes all of it when it is not the same as the source. */
async function fillTarget(
  trx: Transaction,
  { reader, query }: Source,
  report: CopyOptions['report'],
): Promise<CopyReport> {
  const { finishLoading, loadRows, startLoading } =
    await import('../../lib/db/engines/server-tools.ts')
  const tables = reader.tables.filter(isCopied)
  let total = 0
  await startLoading(trx, tables)
  for (const table of tables) {
    let count = 0
    for (const rows of reader.readRows(table, BATCH)) {
      await loadRows(trx, table, rows)
      count += rows.length
    }
    if (count > 0) report(`${table.name}: ${count}`)
    total += count
  }
  await finishLoading(trx, tables)
  const faults: string[] = []
  for (const table of tables) {
    const [here, there] = [await sumTable(query, table), await sumTable(trx, table)]
    faults.push(...listDifferences(table, here, there))
  }
  // At moment 0: that orders wait past their time is no fault of a copy.
  faults.push(...(await checkInvariants(trx, 0)))
  if (faults.length > 0) {
    throw new ExpectedError(`The copy was undone, it is not the same: ${faults.join('; ')}`)
  }
  return { tables: tables.length, rows: total }
}

/** @throws ExpectedError when a process works on the target, or it has what the copy would delete */
async function checkTarget(
  target: Database,
  source: Reader,
  { to, replaces }: CopyOptions,
): Promise<void> {
  const { isServing } = await import('../../lib/db/engines/server-tools.ts')
  const name = describeAddress(to)
  if (await isServing(target.query)) {
    throw new ExpectedError(`Processes work on ${name}: stop them first`)
  }
  const own = await listOwn(source, target.query)
  if (own.length === 0 || replaces) return
  throw new ExpectedError(
    `${name} has ${own.join(', ')} of its own: add --replace to delete all of its data`,
  )
}

/**
 * Copies the database of an installation to a server, as it is at one moment, also while it is in use. The
 * target has the same rows afterwards; when it would not, it stays as it was.
 * @throws ExpectedError when the target may not be filled, or is not the same
 */
export async function copyDatabase(options: CopyOptions): Promise<CopyReport> {
  const { from, to, report } = options
  const snapshot = path.join(path.dirname(from), `copy-${randomUUID()}.tmp`)
  await copyDatabaseFile(from, snapshot)
  const file = inspectFile<Tables>(snapshot)
  const reader = openTableReader(snapshot)
  try {
    if (!(await isSchemaCurrent(file.query, HISTORY))) {
      throw new ExpectedError('The database is of an earlier version: start this one once first')
    }
    const target = await openDatabase(to, { isShared: true })
    try {
      await checkTarget(target, file.query, options)
      return await target.transaction((trx) =>
        fillTarget(trx, { reader, query: file.query }, report),
      )
    } finally {
      await target.close()
    }
  } finally {
    reader.close()
    file.close()
    await rm(snapshot, { force: true })
  }
}
