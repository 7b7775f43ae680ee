import { InvalidArgumentError } from '@commander-js/extra-typings'
import { Temporal } from 'temporal-polyfill'
import { formatTable, type Column } from '../../../lib/command-line/table.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { findDifferences, type Difference } from '../../orders/reconcile.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { openPayments } from '../open-payments.ts'
import { formatYuan } from '../staff.ts'
import { withExistingDatabase } from '../with-database.ts'

const formatFen = (fen: number | null): string => (fen === null ? '' : formatYuan(fen))

const COLUMNS: Column<Difference>[] = [
  { title: 'DIFFERENCE', cell: ({ fault }) => fault },
  { title: 'KIND', cell: ({ kind }) => kind },
  { title: 'NUMBER', cell: ({ number }) => number },
  { title: 'BILL', align: 'right', cell: ({ billFen }) => formatFen(billFen) },
  { title: 'BOOKS', align: 'right', cell: ({ bookFen }) => formatFen(bookFen) },
]

/** Reads a day, such as 2027-05-05. */
export function readBillDay(text: string): string {
  try {
    return Temporal.PlainDate.from(text).toString()
  } catch {
    throw new InvalidArgumentError('Expected a day like 2027-05-05.')
  }
}

/**
 * Compares the bills of payment providers with our books and prints every difference.
 * @throws CommandError when there is one
 */
export async function reconcileOrders(
  { config, terminal }: StaffContext,
  day: string,
): Promise<void> {
  const settings = config()
  const date = Temporal.PlainDate.from(day)
  const days = [date.subtract({ days: 1 }), date.add({ days: 1 })].map(String)
  const count = await withExistingDatabase(settings, async (db) => {
    let differences = 0
    for (const [provider, { readBill }] of await openPayments(settings, db)) {
      if (!readBill) {
        terminal.print(`${provider}: it has no bill that can be read`)
        continue
      }
      const bill = await readBill(day)
      // The bill of the next day may not be there yet.
      const around = await Promise.all(days.map((one) => readBill(one).catch(() => [])))
      const bills = { day: bill, around: around.flat() }
      const found = await findDifferences(db.query, { provider, day, bills })
      if (found.length > 0) for (const line of formatTable(found, COLUMNS)) terminal.print(line)
      const compared = formatCount(bill.length, 'line')
      terminal.print(`${provider}, ${day}: ${compared}, ${formatCount(found.length, 'difference')}`)
      differences += found.length
    }
    return differences
  })
  if (count > 0) throw new CommandError('The bill and the books differ')
}
