import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { JSON_OPTION, stripControls, type Column } from '../../lib/command-line/table.ts'
import type { Reader } from '../db/open.ts'
import {
  INVOICE_STATES,
  issueInvoice,
  listInvoices,
  type InvoiceState,
  type IssueResult,
  type ListedInvoice,
} from '../orders/invoices.ts'
import { formatTime } from '../venue-time.ts'
import { auditStaff } from './audit-staff.ts'
import { CommandError, type Program, type StaffContext } from './command.ts'
import { exportTable, listTable } from './tables.ts'
import { findByNumber, readOrderNumber } from './orders/filter.ts'
import { formatYuan } from '../yuan.ts'
import { formatMinute, formatTimeIfAny, formatYuanIfAny } from './staff.ts'
import { withExistingDatabase } from './with-database.ts'

/** Invoices with a status; all if it is undefined. */
async function readInvoices(
  db: Reader,
  status: InvoiceState | undefined,
): Promise<ListedInvoice[]> {
  const rows = await listInvoices(db)
  return rows.filter(({ state }) => status === undefined || state === status)
}

/** An invoice in the output of `--json`; times are ISO 8601, money is in fen. */
const describe = (row: ListedInvoice) => ({
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
  { title: 'ISSUED', align: 'right', cell: ({ issued_fen: fen }) => formatYuanIfAny(fen) },
  { title: 'NUMBER', cell: ({ number }) => number ?? '' },
  { title: 'TAX NUMBER', cell: ({ tax_number: number }) => number ?? '' },
  { title: 'TITLE', cell: ({ title }) => title },
]

const EXPORT_COLUMNS: Column<ListedInvoice>[] = [
  { title: '订单编号 Order number', cell: (row) => row.order_no },
  { title: '状态 Status', cell: (row) => row.state },
  { title: '申请时间 Requested', cell: (row) => formatTime(row.requested_at) },
  { title: '抬头 Title', cell: (row) => row.title },
  { title: '税号 Tax number', cell: (row) => row.tax_number ?? '' },
  { title: '邮箱 E-mail', cell: (row) => row.email },
  { title: '类型 Type', cell: (row) => row.type },
  { title: '实付金额 Paid amount', cell: (row) => formatYuan(row.paidFen) },
  { title: '已开金额 Issued amount', cell: (row) => formatYuanIfAny(row.issued_fen) },
  { title: '开票时间 Issued', cell: (row) => formatTimeIfAny(row.issued_at) },
  { title: '发票号码 Invoice number', cell: (row) => row.number ?? '' },
]

/** @throws CommandError if nothing was issued */
function describeResult(result: IssueResult, orderNo: string): string {
  switch (result.kind) {
    case 'unknown':
      throw new CommandError(`No invoice was requested for order ${orderNo}`)
    case 'unchanged':
      throw new CommandError(
        `The invoice of order ${orderNo} is already issued for the paid amount`,
      )
    case 'nothing_paid':
      throw new CommandError(
        `Order ${orderNo} is refunded or exchanged: there is nothing to invoice`,
      )
    case 'renumbered':
      return `Invoice of order ${orderNo}: its number is now ${stripControls(result.number)}`
    case 'issued': {
      const amount = formatYuan(result.amountFen)
      return result.before === null
        ? `Invoice of order ${orderNo}: issued for ${amount} yuan`
        : `Invoice of order ${orderNo}: ${formatYuan(result.before)} yuan reversed, now ${amount} yuan`
    }
  }
}

function readInvoiceNumber(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Expected a number.')
  return text
}

/** Marks the invoice of an order as issued on the tax platform. */
async function issueInvoiceAsStaff(
  { config, terminal, now }: StaffContext,
  orderNo: string,
  number: string | null,
): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const { id, user_id: userId } = await findByNumber(db.query, orderNo)
    const result = await db.transaction(async (trx) => {
      const issued = await issueInvoice(trx, { orderId: id, number, now: now() })
      if (issued.kind === 'issued') {
        const data = { order_no: orderNo, amount_fen: issued.amountFen }
        await auditStaff(trx, { action: 'invoice issue', userId, data, at: now() })
      } else if (issued.kind === 'renumbered') {
        const data = { order_no: orderNo, number: issued.number }
        await auditStaff(trx, { action: 'invoice number', userId, data, at: now() })
      }
      return issued
    })
    terminal.print(describeResult(result, orderNo))
  })
}

const createStatusOption = () =>
  new Option('--status <status>', 'red: refunded after issue, to be reversed').choices(
    INVOICE_STATES,
  )

/** Adds commands for invoices that buyers have requested; the tax platform issues them. */
export function addInvoiceCommands(program: Program, context: StaffContext): void {
  const invoices = program.command('invoices').description('invoices requested by members')
  invoices
    .command('list')
    .description('list invoices, oldest request first')
    .addOption(createStatusOption())
    .option(...JSON_OPTION)
    .action(({ status, json }) =>
      listTable(context, json, {
        read: async (db) => (await readInvoices(db, status)).map(describe),
        columns: COLUMNS,
        noun: 'invoice',
        audits: true,
      }),
    )
  invoices
    .command('export')
    .description('export invoices as CSV, for the tax platform')
    .argument('<file.csv>', 'the file to write; must not exist')
    .addOption(createStatusOption())
    .action((file, { status }) =>
      exportTable(context, file, {
        read: (db) => readInvoices(db, status),
        columns: EXPORT_COLUMNS,
        noun: 'invoice',
      }),
    )
  invoices
    .command('issue')
    .description('mark an invoice as issued, or as reversed after a refund, and notify its buyer')
    .argument('<order_no>', 'number of the order', readOrderNumber)
    .option('--number <number>', 'number of the invoice on the tax platform', readInvoiceNumber)
    .action((orderNo, { number }) => issueInvoiceAsStaff(context, orderNo, number ?? null))
}
