import { DRY_RUN_OPTION, YES_OPTION } from '../../../lib/command-line/confirm.ts'
import { JSON_OPTION } from '../../../lib/command-line/table.ts'
import type { Program, StaffContext } from '../command.ts'
import { PHONE, readCount, readId } from '../staff.ts'
import { listStaffOrders } from './for-staff.ts'
import { exportTable, listTable } from '../tables.ts'
import { TICKET_OPTION } from './chosen-tickets.ts'
import { exchangeTicketsAsStaff } from './exchange-tickets.ts'
import { failedRefundOptions, remedyFailedRefunds } from './failed-refunds.ts'
import { refundAsStaff, refundTicketsAsStaff } from './refund.ts'
import { orderOptions, readOrderNumber } from './filter.ts'
import { setStock, setVerify } from './stock-and-door.ts'
import { describeOrder, EXPORT_COLUMNS, LIST_COLUMNS } from './list.ts'
import { readBillDay, reconcileOrders } from './reconcile.ts'
import { showOrder } from './show.ts'
import { addShowCommands } from './shows.ts'

/** Adds commands for orders, shows and ticket checks. They can run beside the server. */
export function addOrderCommands(program: Program, context: StaffContext): void {
  const NUMBER = ['<order_no>', 'number of the order', readOrderNumber] as const

  const orders = program.command('orders').description('orders of members')
  orders
    .command('list')
    .description('list orders, oldest first')
    .addOption(orderOptions.show())
    .addOption(orderOptions.phone())
    .addOption(orderOptions.status())
    .addOption(orderOptions.type())
    .option('--failed-refunds', 'with a refund that has failed for the last time')
    .option(...JSON_OPTION)
    .action(({ json, ...filter }) =>
      listTable(context, json, {
        read: async (db) => (await listStaffOrders(db, filter)).map(describeOrder),
        columns: LIST_COLUMNS,
        noun: 'order',
        audits: true,
      }),
    )
  orders
    .command('show')
    .description('show an order: price, tickets, history, refunds')
    .argument(...NUMBER)
    .action((number) => showOrder(context, number))
  orders
    .command('export')
    .description('export orders as CSV')
    .argument('<file.csv>', 'the file to write; must not exist')
    .addOption(orderOptions.show())
    .addOption(orderOptions.phone())
    .addOption(orderOptions.status())
    .addOption(orderOptions.type())
    .action((file, filter) =>
      exportTable(context, file, {
        read: (db) => listStaffOrders(db, filter),
        columns: EXPORT_COLUMNS,
        noun: 'order',
      }),
    )
  orders
    .command('refund')
    .description('refund a paid order and void its tickets, or settle a failed refund')
    .argument(...NUMBER)
    .option(...YES_OPTION)
    .option(...DRY_RUN_OPTION)
    .option(...TICKET_OPTION)
    .addOption(failedRefundOptions.retry())
    .addOption(failedRefundOptions.settledByHand())
    .action((number, { ticket, retry, settledByHand, ...consent }) => {
      if (retry) return remedyFailedRefunds(context, { number, remedy: 'retry' }, consent)
      if (settledByHand) return remedyFailedRefunds(context, { number, remedy: 'settle' }, consent)
      return ticket === undefined
        ? refundAsStaff(context, number, consent)
        : refundTicketsAsStaff(context, { number, ticketIds: ticket }, consent)
    })
  orders
    .command('exchange')
    .description('exchange tickets for others of the same performance, and settle the difference')
    .argument(...NUMBER)
    .argument('<show>', 'id of the new show', readId)
    .argument('<tier>', 'id of the new price level', readId)
    .option(...TICKET_OPTION)
    .option(...YES_OPTION)
    .option(...DRY_RUN_OPTION)
    .action((number, showId, tierId, { ticket, ...consent }) =>
      exchangeTicketsAsStaff(
        context,
        { number, ticketIds: ticket ?? 'all', showId, tierId },
        consent,
      ),
    )
  orders
    .command('reconcile')
    .description('reconcile the bills of payment providers with our records, for one day')
    .argument('<day>', 'a past day, such as 2027-05-05', readBillDay)
    .action((day) => reconcileOrders(context, day))

  addShowCommands(program, context)

  program
    .command('stock')
    .description('places of shows')
    .command('set')
    .description('set the number of places of a price level of a show')
    .argument('<show>', 'id of the show', readId)
    .argument('<tier>', 'id of the price level', readId)
    .argument('<places>', 'total number of places, including sold and held ones', readCount)
    .action((showId, tierId, places) => setStock(context, { showId, tierId, places }))

  const addRight = (word: string, summary: string, isGranted: boolean) =>
    program
      .command(word)
      .description('rights of accounts')
      .command('verify')
      .description(summary)
      .argument(...PHONE)
      .action((phone) => setVerify(context, phone, isGranted))
  addRight('grant', 'allow an account to verify tickets at the door', true)
  addRight('revoke', 'revoke the right to verify tickets from an account', false)
}
