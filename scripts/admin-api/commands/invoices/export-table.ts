import { formatCount } from '../../../lib/format-count.ts'
import { writeCsv } from '../../../lib/write-csv.ts'
import { writeAudit } from '../../db/audit.ts'
import type { INVOICE_STATES, ListedInvoice } from '../../orders/invoices.ts'
import { formatTime } from '../../venue-time.ts'
import type { StaffContext } from '../command.ts'
import { formatYuan, readStaffName, writeNewFile } from '../staff.ts'
import { withExistingDatabase } from '../with-database.ts'
import { readInvoices } from './list.ts'

const HEAD = [
  '订单编号 Order number',
  '状态 Status',
  '申请时间 Requested',
  '抬头 Title',
  '税号 Tax number',
  '邮箱 E-mail',
  '类型 Type',
  '实付金额 Paid amount',
  '已开金额 Issued amount',
  '开票时间 Issued',
  '发票号码 Invoice number',
]

const describeRow = (row: ListedInvoice): string[] => [
  row.order_no,
  row.state,
  formatTime(row.requested_at),
  row.title,
  row.tax_number ?? '',
  row.email,
  row.type,
  formatYuan(row.paidFen),
  row.issued_fen === null ? '' : formatYuan(row.issued_fen),
  row.issued_at === null ? '' : formatTime(row.issued_at),
  row.number ?? '',
]

/** Exports invoices, which contain personal data, as CSV. Never overwrites a file. */
export async function exportInvoices(
  { config, terminal }: StaffContext,
  file: string,
  { status }: { status?: (typeof INVOICE_STATES)[number] | undefined },
): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const rows = await readInvoices(db.query, status)
    writeNewFile(file, writeCsv([HEAD, ...rows.map(describeRow)]))
    const data = { count: rows.length, by: readStaffName() }
    const entry = { action: 'invoice export', userId: null, data, at: Date.now() }
    await db.transaction((trx) => writeAudit(trx, entry))
    terminal.print(`${formatCount(rows.length, 'invoice')} in ${file}`)
  })
}
