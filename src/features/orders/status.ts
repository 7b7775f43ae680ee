import type { Order, OrderStatus, OrderType } from '#api/order.ts'
import { ORDER_KINDS } from '#features/order-core/order-kinds.ts'

/** Emphasis of a status: `urgent` needs an action, `good` is valid, `over` ended, `moving` in progress. */
export type StatusTone = 'urgent' | 'good' | 'over' | 'moving'

/** Icon and tone of each status; the text beside them makes it readable without colour. */
export const STATUS_LOOKS = {
  pending: { tone: 'urgent', path: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 2.5V8l2.5 2' },
  paid: { tone: 'good', path: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM5 8.2l2.2 2.2L11.2 6' },
  completed: { tone: 'over', path: 'M3 8.4 6.4 12 13 4.6' },
  cancelled: { tone: 'over', path: 'm4 4 8 8m0-8-8 8' },
  verified: {
    tone: 'good',
    path: 'M2 5h12v2a1 1 0 0 0 0 2v2H2V9a1 1 0 0 0 0-2Zm4 3 1.5 1.5L10.5 6.6',
  },
  refunding: { tone: 'moving', path: 'M3 8a5 5 0 1 0 1.6-3.7M3 3v2.6h2.6M8 5.5V8l1.8 1.2' },
  refunded: { tone: 'over', path: 'M3 8a5 5 0 1 0 1.6-3.7M3 3v2.6h2.6' },
} as const satisfies Record<OrderStatus, { tone: StatusTone; path: string }>

/** The status for display: refunded orders without a payment count as cancelled. */
export const readShownStatus = ({
  status,
  payable_fen,
  credit_fen,
}: Pick<Order, 'status' | 'payable_fen' | 'credit_fen'>) =>
  payable_fen + credit_fen === 0 && (status === 'refunding' || status === 'refunded')
    ? 'cancelled'
    : status

/** The statuses that orders of a kind can have, in the order in which an order can pass through them. */
export const listStatuses = (type: OrderType | null): OrderStatus[] => [
  'pending',
  'paid',
  // An order of tickets can have every status.
  ...ORDER_KINDS[type ?? 'performance'].visitStatuses,
  'refunding',
  'refunded',
  'cancelled',
]
