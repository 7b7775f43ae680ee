import type { Column } from '../../../lib/command-line/table.ts'
import type { ListedInvoice } from '../../orders/invoices.ts'
import { formatTime } from '../../venue-time.ts'
import type { StaffContext } from '../command.ts'
import { exportTable } from '../export-table.ts'
import { formatYuan } from '../staff.ts'
import { readInvoices, type InvoiceState } from './list.ts'

const COLUMNS: Column<ListedInvoice>[] = [
  { title: '订单编号 Order number', cell: (row) => row.order_no },
  { title: '状态 Status', cell: (row) => row.state },
  { title: '申请时间 Requested', cell: (row) => formatTime(row.requested_at) },
  { title: '抬头 Title', cell: (row) => row.title },
  { title: '税号 Tax number', cell: (row) => row.tax_number ?? '' },
  { title: '邮箱 E-mail', cell: (row) => row.email },
  { title: '类型 Type', cell: (row) => row.type },
  { title: '实付金额 Paid amount', cell: (row) => formatYuan(row.paidFen) },
  {
    title: '已开金额 Issued amount',
    cell: (row) => (row.issued_fen === null ? '' : formatYuan(row.issued_fen)),
  },
  {
    title: '开票时间 Issued',
    cell: (row) => (row.issued_at === null ? '' : formatTime(row.issued_at)),
  },
  { title: '发票号码 Invoice number', cell: (row) => row.number ?? '' },
]

/** Exports invoices, which contain personal data, as CSV. Never overwrites a file. */
export const exportInvoices = (
  context: StaffContext,
  file: string,
  { status }: { status?: InvoiceState | undefined },
): Promise<void> =>
  exportTable(context, file, {
    read: (db) => readInvoices(db, status),
    columns: COLUMNS,
    noun: 'invoice',
  })
