import type { Column } from '../../../lib/command-line/table.ts'
import { formatTime } from '../../venue-time.ts'
import { formatYuan } from '../../yuan.ts'
import { formatMinute, formatTimeIfAny } from '../staff.ts'
import type { StaffOrder } from './for-staff.ts'

/** An order in the output of `--json`; times are ISO 8601, money is in fen. */
export const describeOrder = (order: StaffOrder) => ({
  order_no: order.order_no,
  created_at: formatTime(order.created_at),
  status: order.displayStatus,
  type: order.type,
  payable_fen: order.payable_fen,
  quantity: order.quantity,
  show_id: order.show_id,
  course_date_id: order.course_date_id,
  starts_at: order.starts_at === null ? null : formatTime(order.starts_at),
  title: order.title,
  member_id: order.user_id,
  mobile: order.mobile,
})

export const LIST_COLUMNS: Column<ReturnType<typeof describeOrder>>[] = [
  { title: 'ORDER', cell: ({ order_no: number }) => number },
  { title: 'ORDERED', cell: ({ created_at: at }) => formatMinute(Date.parse(at)) },
  { title: 'STATUS', cell: ({ status }) => status },
  { title: 'TYPE', cell: ({ type }) => type },
  { title: 'YUAN', align: 'right', cell: ({ payable_fen: fen }) => formatYuan(fen) },
  { title: 'QTY', align: 'right', cell: ({ quantity }) => String(quantity) },
  { title: 'PHONE', cell: ({ mobile }) => mobile },
  { title: 'SHOW', align: 'right', cell: ({ show_id: id }) => String(id ?? '') },
  { title: 'DATE', align: 'right', cell: ({ course_date_id: id }) => String(id ?? '') },
  { title: 'TITLE', cell: ({ title }) => title ?? '' },
]

export const EXPORT_COLUMNS: Column<StaffOrder>[] = [
  { title: '订单编号 Order number', cell: (order) => order.order_no },
  { title: '类型 Type', cell: (order) => order.type },
  { title: '状态 Status', cell: (order) => order.displayStatus },
  { title: '数量 Quantity', cell: (order) => String(order.quantity) },
  { title: '下单时间 Ordered', cell: (order) => formatTime(order.created_at) },
  { title: '支付时间 Paid', cell: (order) => formatTimeIfAny(order.paid_at) },
  { title: '原价 Original', cell: (order) => formatYuan(order.original_fen + order.credit_fen) },
  { title: '会员优惠 Discount', cell: (order) => formatYuan(order.member_discount_fen) },
  { title: '原票抵扣 Exchange credit', cell: (order) => formatYuan(order.credit_fen) },
  {
    title: '实付 Paid amount',
    cell: (order) => (order.paid_at === null ? '' : formatYuan(order.payable_fen)),
  },
  { title: '项目 Title', cell: (order) => order.title ?? '' },
  { title: '场次 Starts', cell: (order) => formatTimeIfAny(order.starts_at) },
  { title: '会员 Member', cell: (order) => String(order.user_id) },
  { title: '手机 Mobile', cell: (order) => order.mobile },
]
