import { writeCsv } from '../../../lib/write-csv.ts'
import { writeAudit } from '../../db/audit.ts'
import { formatTime } from '../../venue-time.ts'
import type { StaffContext } from '../command.ts'
import { formatYuan, readStaffName, writeNewFile } from '../staff.ts'
import { withExistingDatabase } from '../with-database.ts'
import type { OrderFilter } from './filter.ts'
import { listForStaff, type StaffOrder } from './for-staff.ts'
import { formatCount } from '../../../lib/format-count.ts'

const HEAD = [
  '订单编号 Order number',
  '类型 Type',
  '状态 Status',
  '数量 Quantity',
  '下单时间 Ordered',
  '支付时间 Paid',
  '原价 Original',
  '会员优惠 Discount',
  '实付 Paid amount',
  '演出 Title',
  '场次 Show',
  '会员 Member',
  '手机 Mobile',
]

const describeRow = (order: StaffOrder): string[] => [
  order.order_no,
  order.type,
  order.displayStatus,
  String(order.quantity),
  formatTime(order.created_at),
  order.paid_at === null ? '' : formatTime(order.paid_at),
  formatYuan(order.original_fen),
  formatYuan(order.member_discount_fen),
  formatYuan(order.payable_fen),
  order.title ?? '',
  order.starts_at === null ? '' : formatTime(order.starts_at),
  String(order.user_id),
  order.mobile,
]

/** Exports orders, which contain personal data, as CSV. Never overwrites a file. */
export async function exportOrders(
  { config, terminal }: StaffContext,
  file: string,
  filter: OrderFilter,
): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const rows = await listForStaff(db.query, filter)
    writeNewFile(file, writeCsv([HEAD, ...rows.map(describeRow)]))
    const data = { count: rows.length, by: readStaffName() }
    const entry = { action: 'order export', userId: null, data, at: Date.now() }
    await db.transaction((trx) => writeAudit(trx, entry))
    terminal.print(`${formatCount(rows.length, 'order')} in ${file}`)
  })
}
