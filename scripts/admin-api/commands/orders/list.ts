import { formatTime } from '../../venue-time.ts'
import { plain } from '../staff.ts'
import type { CommandCall } from '../command.ts'
import { withExistingDatabase } from '../with-database.ts'
import { formatYuan, listForStaff, type StaffOrder } from './for-staff.ts'
import { readWantedOrders } from './read-call.ts'

function describe(order: StaffOrder): string {
  const at = formatTime(order.created_at).slice(0, 16).replace('T', ' ')
  const sum = formatYuan(order.payable_fen).padStart(9)
  const what = order.title === null ? '' : ` · ${plain(order.title)}`
  return `${order.order_no}  ${at}  ${order.shown.padEnd(9)}  ${order.type.padEnd(11)} ${sum}  × ${order.quantity}${what}`
}

/** Prints orders in one line each. */
export async function list(call: CommandCall): Promise<void> {
  const wanted = readWantedOrders(call)
  await withExistingDatabase(call.config().dataDir, (db) => {
    const rows = listForStaff(db, wanted)
    for (const row of rows) call.print(describe(row))
    call.print(`${rows.length} order(s)`)
  })
}
