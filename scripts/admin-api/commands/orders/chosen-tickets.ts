import { stripControls } from '../../../lib/command-line/table.ts'
import type { Reader } from '../../db/open.ts'
import { CommandError } from '../command.ts'
import { formatYuan } from '../../yuan.ts'
import { formatMinute, readId } from '../staff.ts'
import { describeBuyer, findPaidForStaff, listTickets } from './for-staff.ts'

const collectIds = (text: string, ids: readonly number[] = []): number[] => [
  ...new Set([...ids, readId(text)]),
]

export const TICKET_OPTION = [
  '--ticket <id...>',
  'only these tickets, by their ids from `orders show`',
  collectIds,
] as const

/** Tickets of an order, by order number and ticket ids. */
export interface ChosenTickets {
  number: string
  ticketIds: readonly number[]
}

/**
 * Reads the chosen tickets of a paid order, which must be valid, or all valid ones, with lines that describe
 * them and their buyer.
 * @throws CommandError if the order or a ticket does not exist, or a ticket is not valid
 */
export async function readChosenTickets(
  db: Reader,
  number: string,
  ticketIds: readonly number[] | 'all',
) {
  const order = await findPaidForStaff(db, number)
  const tickets = await listTickets(db, order.id)
  const valid = tickets.filter(({ state }) => state === 'valid')
  if (valid.length === 0) throw new CommandError(`Order ${number} has no valid ticket`)
  const ids = ticketIds === 'all' ? valid.map((ticket) => ticket.id) : ticketIds
  const chosen = ids.map((ticketId) => {
    const ticket = tickets.find((one) => one.id === ticketId)
    if (!ticket) throw new CommandError(`Order ${number} has no ticket ${ticketId}`)
    if (ticket.state !== 'valid') throw new CommandError(`Ticket ${ticketId} is ${ticket.state}`)
    return ticket
  })
  return {
    order,
    chosen,
    keptCount: tickets.filter(({ state }) => state !== 'void').length - chosen.length,
    lines: [
      `Order ${number}${order.title === null ? '' : `, ${stripControls(order.title)}`}${order.starts_at === null ? '' : `, ${formatMinute(order.starts_at)}`}`,
      describeBuyer(order),
      ...chosen.map(
        (ticket) =>
          `Ticket ${ticket.id}, ${stripControls(ticket.tier)}, becomes void: ${formatYuan(ticket.paidFen)} yuan`,
      ),
    ],
  }
}
