import { printList, type Column } from '../../lib/command-line/table.ts'
import { formatCount } from '../../lib/format-count.ts'
import { writeCsv } from '../../lib/write-csv.ts'
import type { Reader } from '../db/open.ts'
import { auditRead } from './audit-staff.ts'
import type { StaffContext } from './command.ts'
import { writeNewFile } from './staff.ts'
import { withExistingDatabase } from './with-database.ts'

interface TableOptions<Row> {
  read(db: Reader): Promise<Row[]>
  columns: readonly Column<Row>[]
  /** Singular noun: `order`. */
  noun: string
}

/** Prints records as a table, or as JSON; `audits` for personal data. */
export async function listTable<Row>(
  { config, terminal, now }: StaffContext,
  json: true | undefined,
  { read, audits, ...table }: TableOptions<Row> & { audits?: true },
): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const rows = await read(db.query)
    printList(terminal, rows, { ...table, json })
    if (audits) {
      const data = { count: rows.length }
      await auditRead(db, { action: `${table.noun} list`, userId: null, data, at: now() })
    }
  })
}

/** Exports records, which contain personal data, as CSV. Never overwrites a file. */
export async function exportTable<Row>(
  { config, terminal, now }: StaffContext,
  file: string,
  { read, columns, noun }: TableOptions<Row>,
): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const rows = await read(db.query)
    const head = columns.map(({ title }) => title)
    writeNewFile(file, writeCsv([head, ...rows.map((row) => columns.map(({ cell }) => cell(row)))]))
    const data = { count: rows.length }
    await auditRead(db, { action: `${noun} export`, userId: null, data, at: now() })
    terminal.print(`${formatCount(rows.length, noun)} in ${file}`)
  })
}
