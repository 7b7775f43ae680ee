import type { OrderType } from '#api/order.ts'
import { course } from './kinds/course.ts'
import { member } from './kinds/member.ts'
import { performance } from './kinds/performance.ts'
import { recharge } from './kinds/recharge.ts'
import type { OrderKind } from './order-kind.ts'

export const ORDER_KINDS: { [T in OrderType]: OrderKind<T> } = {
  performance,
  course,
  member,
  recharge,
}

/** The `OrderKind` of an order. */
export const getOrderKind = <T extends OrderType>({ type }: { type: T }): OrderKind<T> =>
  ORDER_KINDS[type]
