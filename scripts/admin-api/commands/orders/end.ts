import { writeAudit } from '../../db/audit.ts'
import type { Database } from '../../db/open.ts'
import { all, execute } from '../../db/write.ts'
import { cancelInContent } from '../../content/edit-show.ts'
import { cancelOrder, giveBack } from '../../orders/end-order.ts'
import { findOrder } from '../../orders/orders.ts'
import { readStaffName } from '../staff.ts'
import { CommandError } from '../command.ts'
import type { CommandCall } from '../command.ts'
import { withExistingDatabase } from '../with-database.ts'
import { formatYuan } from './for-staff.ts'
import { findByNumber, readNumber } from './read-call.ts'

/** Gives one order back for its buyer, whatever its age; used tickets stay used. */
export async function refund(call: CommandCall): Promise<void> {
  await withExistingDatabase(call.config().dataDir, (db) => {
    const now = Date.now()
    const order = findByNumber(db, call.given[0])
    const isPaid = db.transact(() => {
      if (!giveBack(db, findOrder(db, order.id), 'staff', now)) return false
      const data = { order_no: order.order_no, by: readStaffName() }
      writeAudit(db, { action: 'order refund', userId: order.user_id, data, at: now })
      return true
    })
    if (!isPaid) throw new CommandError(`Order ${order.order_no} is ${order.status}, not paid`)
    const { status } = findOrder(db, order.id)
    call.print(`Order ${order.order_no}: ${formatYuan(order.payable_fen)} goes back, now ${status}`)
  })
}

function listOpenOrders(db: Database, showId: number) {
  const query = db.query
    .selectFrom('order')
    .select('id')
    .where('show_id', '=', showId)
    .where('status', 'in', ['pending', 'paid', 'completed'])
    .orderBy('id')
  return all(db, query)
}

/**
 * Calls a show off: nobody can order it any more, unpaid orders end, paid ones go back. All of it in
 * one transaction, so that nothing is sold while it runs.
 */
export async function cancelShow(call: CommandCall): Promise<void> {
  const id = readNumber(call.given[0], 'the number of a show')
  await withExistingDatabase(call.config().dataDir, (db) => {
    const now = Date.now()
    const counts = db.transact(() => {
      const known = db.prepare('SELECT 1 FROM show WHERE id = ?').get(id)
      if (!known) throw new CommandError(`There is no show ${id}`)
      execute(db, 'UPDATE show SET cancelled = 1 WHERE id = ?', id)
      cancelInContent(db, id, now)
      let [cancelled, refunded] = [0, 0]
      for (const { id: orderId } of listOpenOrders(db, id)) {
        if (cancelOrder(db, findOrder(db, orderId), 'staff', now)) cancelled += 1
        else if (giveBack(db, findOrder(db, orderId), 'show_cancelled', now)) refunded += 1
      }
      const data = { show_id: id, cancelled, refunded, by: readStaffName() }
      writeAudit(db, { action: 'show cancel', userId: null, data, at: now })
      return { cancelled, refunded }
    })
    call.print(`Show ${id} is called off`)
    call.print(`${counts.refunded} paid order(s) go back, ${counts.cancelled} unpaid ended`)
    call.print('It stays called off until its content file says something new of "cancelled"')
  })
}
