import type { Column } from '../../../lib/command-line/table.ts'
import { formatTime } from '../../venue-time.ts'
import type { StaffContext } from '../command.ts'
import { exportTable } from '../export-table.ts'
import { formatYuan } from '../staff.ts'
import type { OrderFilter } from './filter.ts'
import { listForStaff, type StaffOrder } from './for-staff.ts'

const COLUMNS: Column<StaffOrder>[] = [
  { title: '订单编号 Order number', cell: (order) => order.order_no },
  { title: '类型 Type', cell: (order) => order.type },
  { title: '状态 Status', cell: (order) => order.displayStatus },
  { title: '数量 Quantity', cell: (order) => String(order.quantity) },
  { title: '下单时间 Ordered', cell: (order) => formatTime(order.created_at) },
  {
    title: '支付时间 Paid',
    cell: (order) => (order.paid_at === null ? '' : formatTime(order.paid_at)),
  },
  { title: '原价 Original', cell: (order) => formatYuan(order.original_fen) },
  { title: '会员优惠 Discount', cell: (order) => formatYuan(order.member_discount_fen) },
  { title: '实付 Paid amount', cell: (order) => formatYuan(order.payable_fen) },
  { title: '演出 Title', cell: (order) => order.title ?? '' },
  {
    title: '场次 Show',
    cell: (order) => (order.starts_at === null ? '' : formatTime(order.starts_at)),
  },
  { title: '会员 Member', cell: (order) => String(order.user_id) },
  { title: '手机 Mobile', cell: (order) => order.mobile },
]

/** Exports orders, which contain personal data, as CSV. Never overwrites a file. */
export const exportOrders = (
  context: StaffContext,
  file: string,
  filter: OrderFilter,
): Promise<void> =>
  exportTable(context, file, {
    read: (db) => listForStaff(db, filter),
    columns: COLUMNS,
    noun: 'order',
  })
