import { Option } from '@commander-js/extra-typings'
import { JSON_OPTION } from '../../../lib/command-line/print-list.ts'
import { INVOICE_STATES } from '../../orders/invoices.ts'
import type { Program, StaffContext } from '../command.ts'
import { readOrderNumber } from '../orders/filter.ts'
import { exportInvoices } from './export-table.ts'
import { issueInvoiceAsStaff } from './issue.ts'
import { listInvoices } from './list.ts'

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
    .action((options) => listInvoices(context, options))
  invoices
    .command('export')
    .description('export invoices as CSV, for the tax platform')
    .argument('<file.csv>', 'the file to write; must not exist')
    .addOption(createStatusOption())
    .action((file, options) => exportInvoices(context, file, options))
  invoices
    .command('issue')
    .description('mark an invoice as issued, or as reversed after a refund, and notify its buyer')
    .argument('<order_no>', 'number of the order', readOrderNumber)
    .option('--number <number>', 'number of the invoice on the tax platform')
    .action((orderNo, { number }) => issueInvoiceAsStaff(context, orderNo, number ?? null))
}
