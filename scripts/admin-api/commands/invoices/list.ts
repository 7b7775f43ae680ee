import { printList } from '../../../lib/command-line/print-list.ts'
import { stripControls, type Column } from '../../../lib/command-line/table.ts'
import type { Reader } from '../../db/open.ts'
import * as invoices from '../../orders/invoices.ts'
import { formatTime } from '../../venue-time.ts'
import type { StaffContext } from '../command.ts'
import { formatMinute, formatYuan } from '../staff.ts'
import { withExistingDatabase } from '../with-database.ts'

export type InvoiceState = (typeof invoices.INVOICE_STATES)[number]

/** Invoices with a status; all if it is undefined. */
export async function readInvoices(
  db: Reader,
  status: InvoiceState | undefined,
): Promise<invoices.ListedInvoice[]> {
  const rows = await invoices.listInvoices(db)
  return rows.filter(({ state }) => status === undefined || state === status)
}

/** An invoice in the output of `--json`; times are ISO 8601, money is in fen. */
const describe = (row: invoices.ListedInvoice) => ({
  order_no: row.order_no,
  status: row.state,
  requested_at: formatTime(row.requested_at),
  title: row.title,
  tax_number: row.tax_number,
  email: row.email,
  paid_fen: row.paidFen,
  issued_fen: row.issued_fen,
  issued_at: row.issued_at === null ? null : formatTime(row.issued_at),
  number: row.number,
  member_id: row.user_id,
})

const COLUMNS: Column<ReturnType<typeof describe>>[] = [
  { title: 'ORDER', cell: ({ order_no: number }) => number },
  { title: 'STATUS', cell: ({ status }) => status },
  { title: 'REQUESTED', cell: ({ requested_at: at }) => formatMinute(Date.parse(at)) },
  { title: 'PAID', align: 'right', cell: ({ paid_fen: fen }) => formatYuan(fen) },
  {
    title: 'ISSUED',
    align: 'right',
    cell: ({ issued_fen: fen }) => (fen === null ? '' : formatYuan(fen)),
  },
  { title: 'NUMBER', cell: ({ number }) => number ?? '' },
  { title: 'TAX NUMBER', cell: ({ tax_number: number }) => number ?? '' },
  { title: 'TITLE', cell: ({ title }) => stripControls(title) },
]

/** Prints one line per invoice. */
export async function listInvoices(
  { config, terminal }: StaffContext,
  { status, json }: { status?: InvoiceState | undefined; json?: true | undefined },
): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const rows = (await readInvoices(db.query, status)).map(describe)
    printList(terminal, rows, { columns: COLUMNS, noun: 'invoice', json })
  })
}
