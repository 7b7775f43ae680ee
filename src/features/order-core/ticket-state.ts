import type { OrderOf } from './order-kind.ts'

type TicketOrder = Pick<OrderOf<'performance'>, 'status'>
type Ticket = OrderOf<'performance'>['tickets'][number]

/**
 * The state of a ticket as its owner reads it: `ended` is one that nobody used before the show was over.
 * A completed order with a valid ticket is one whose show has ended.
 */
export const readTicketState = ({ status }: TicketOrder, { state }: Ticket) =>
  status === 'completed' && state === 'valid' ? 'ended' : state
