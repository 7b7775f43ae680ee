import { InvalidArgumentError } from '@commander-js/extra-typings'
import { Temporal } from 'temporal-polyfill'
import { formatTable, type Column } from '../../../lib/command-line/table.ts'
import type { Terminal } from '../../../lib/command-line/terminal.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { formatCount } from '../../../lib/format-count.ts'
import type { Reader } from '../../db/open.ts'
import { isBillDue, reconcile, type Difference } from '../../orders/reconcile.ts'
import type { BillEntry } from '../../providers/payment/payment.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { openPayments } from '../open-payments.ts'
import { formatYuanIfAny } from '../staff.ts'
import { withExistingDatabase } from '../with-database.ts'

const COLUMNS: Column<Difference>[] = [
  { title: 'DIFFERENCE', cell: ({ fault }) => fault },
  { title: 'KIND', cell: ({ kind }) => kind },
  { title: 'NUMBER', cell: ({ number }) => number },
  { title: 'BILL', align: 'right', cell: ({ billFen }) => formatYuanIfAny(billFen) },
  { title: 'BOOKS', align: 'right', cell: ({ bookFen }) => formatYuanIfAny(bookFen) },
]

/** Parses a day, such as 2027-05-05. */
export function readBillDay(text: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    throw new InvalidArgumentError('Expected a day like 2027-05-05.')
  }
}

interface BillSource {
  provider: string
  readBill: (day: string) => Promise<BillEntry[]>
  day: Temporal.PlainDate
  now: number
}

/**
 * Compares the bill of a provider with our records. An unreadable bill is an error, never an empty bill.
 * @returns the number of differences
 */
async function compareBill(
  db: Reader,
  { print }: Terminal,
  { provider, readBill, day, now }: BillSource,
): Promise<number> {
  const dayAfter = day.add({ days: 1 })
  const bills = {
    day: await readBill(day.toString()),
    before: await readBill(day.subtract({ days: 1 }).toString()),
    after: isBillDue(dayAfter, now) ? await readBill(dayAfter.toString()) : null,
  }
  const { differences, waiting } = await reconcile(db, { provider, day, bills })
  if (differences.length > 0) for (const line of formatTable(differences, COLUMNS)) print(line)
  const lines = formatCount(bills.day.length, 'line')
  print(`${provider}, ${day}: ${lines}, ${formatCount(differences.length, 'difference')}`)
  if (waiting > 0) {
    const bookings = formatCount(waiting, 'booking')
    print(`${provider}, ${day}: ${bookings} of the last hour left for the next bill`)
  }
  return differences.length
}

/**
 * Compares the bills of payment providers with our records and prints every difference.
 * @throws CommandError if there is a difference, or a bill cannot be read
 */
export async function reconcileOrders(
  context: StaffContext,
  day: Temporal.PlainDate,
): Promise<void> {
  const { terminal } = context
  const settings = context.config()
  const now = context.now()
  if (!isBillDue(day, now)) {
    throw new CommandError(`The bill of ${day} is available from 10:00 (Beijing) on the next day`)
  }
  const failed: string[] = []
  const count = await withExistingDatabase(settings, async (db) => {
    let differences = 0
    for (const [provider, { readBill }] of await openPayments(settings, db, context.now)) {
      if (!readBill) {
        terminal.print(`${provider}: no bill to reconcile`)
        continue
      }
      try {
        differences += await compareBill(db.query, terminal, { provider, readBill, day, now })
      } catch (error) {
        // Continues with the other providers.
        terminal.printError(`${provider}, ${day}: ${describeError(error)}`)
        failed.push(provider)
      }
    }
    return differences
  })
  if (failed.length > 0) throw new CommandError(`Not compared: ${failed.join(', ')}`)
  if (count > 0) throw new CommandError('The bill and the books differ')
}
