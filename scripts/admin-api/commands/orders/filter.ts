import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { OrderStatusSchema, OrderTypeSchema, type OrderStatus, type OrderType } from '#api/order.ts'
import type { Reader } from '../../db/open.ts'
import type { OrderRow } from '../../orders/orders.ts'
import { CommandError } from '../command.ts'
import { readId, readPhone } from '../staff.ts'

/** Filter for listed and exported orders; all given conditions must match. */
export interface OrderFilter {
  status?: OrderStatus | undefined
  type?: OrderType | undefined
  /** Id of a show. */
  show?: number | undefined
  /** Phone number of the buyer's account. */
  phone?: string | undefined
  /** Only orders with a refund that has failed for the last time. */
  failedRefunds?: true | undefined
}

/** Command line options of `OrderFilter`. */
export const orderOptions = {
  status: () => new Option('--status <status>').choices(OrderStatusSchema.options),
  type: () => new Option('--type <type>').choices(OrderTypeSchema.options),
  show: () => new Option('--show <id>', 'one show, by its id in `shows list`').argParser(readId),
  phone: () =>
    new Option('--phone <number>', 'one member, such as +8613800138000').argParser(readPhone),
}

/** Parses an order number, ignoring case. */
export function readOrderNumber(text: string): string {
  if (/^[\dA-Za-z-]{4,40}$/.test(text)) return text.toUpperCase()
  throw new InvalidArgumentError('Expected an order number, as shown by `orders list`.')
}

export const createMissingOrderError = (number: string): CommandError =>
  new CommandError(`There is no order ${number}: see \`orders list\``)

/** @throws CommandError if the order does not exist */
export function findByNumber(db: Reader, number: string): Promise<OrderRow> {
  const query = db.selectFrom('order').selectAll().where('order_no', '=', number)
  return query.executeTakeFirstOrThrow(() => createMissingOrderError(number))
}

/** Finds the account of a phone number. @throws CommandError if there is none */
export function findMember(db: Reader, mobile: string) {
  const createMissingError = () =>
    new CommandError(`There is no account with phone number ${mobile}`)
  const query = db.selectFrom('user').select(['id', 'lang']).where('mobile', '=', mobile)
  return query.executeTakeFirstOrThrow(createMissingError)
}
