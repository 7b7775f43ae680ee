import { OrderStatusSchema, OrderTypeSchema, type OrderStatus, type OrderType } from '#api/order.ts'
import { isMobile } from '#api/mobile.ts'
import type { Database } from '../../db/open.ts'
import type { OrderRow } from '../../orders/orders.ts'
import { all } from '../../db/write.ts'
import { CommandError } from '../command.ts'
import type { CommandCall } from '../command.ts'
import { readChoice } from '../staff.ts'

/** Which orders are meant. */
export interface WantedOrders {
  id?: number
  status?: OrderStatus
  type?: OrderType
}

/** @throws CommandError for an unknown status or type */
export function readWantedOrders({ options }: CommandCall): WantedOrders {
  const status = readChoice('status', OrderStatusSchema.options, options['status'])
  const type = readChoice('type', OrderTypeSchema.options, options['type'])
  return { ...(status && { status }), ...(type && { type }) }
}

/** @throws CommandError for what is no positive whole number */
export function readNumber(text = '', what: string): number {
  if (/^(?:0|[1-9]\d{0,8})$/.test(text)) return Number(text)
  throw new CommandError(`${text}: expected ${what}`)
}

/** @throws CommandError when there is no such order */
export function findByNumber(db: Database, text = ''): OrderRow {
  const query = db.query.selectFrom('order').selectAll().where('order_no', '=', text.toUpperCase())
  const [order] = all(db, query)
  if (!order) throw new CommandError(`There is no order ${text}`)
  return order
}

/** The account of a phone number. @throws CommandError when it has none */
export function findMember(db: Database, mobile = ''): { id: number } {
  if (!isMobile(mobile))
    throw new CommandError(`${mobile}: expected a number such as +8613800138000`)
  const query = db.query.selectFrom('user').select('id').where('mobile', '=', mobile)
  const [member] = all(db, query)
  if (!member) throw new CommandError(`Nobody has logged in with ${mobile} yet`)
  return member
}
