import type { Locale } from '#api/language.ts'
import type { Database } from '../../db/open.ts'
import { all } from '../../db/write.ts'
import type { Deps } from '../../deps.ts'
import { findPlace, pickName } from '../../modules/read/names.ts'
import { formatTime } from '../../venue-time.ts'
import { createTicketOrder } from '../create/tickets.ts'
import { generateLetters } from '../numbers.ts'
import type { OrderKind } from '../order-kind.ts'
import { insertRow } from '../orders.ts'
import { readItemName } from '../read-item-name.ts'
import { encodeTicketCode } from '../ticket-code.ts'

const SERIAL_LETTERS = 16

function readTickets({ db, secrets }: Deps, orderId: number, lang: Locale) {
  const query = db.query
    .selectFrom('ticket')
    .innerJoin('tier', 'tier.id', 'ticket.tier_id')
    .selectAll('ticket')
    .select('tier.name')
    .where('order_id', '=', orderId)
    .orderBy('ticket.id')
  return all(db, query).map((ticket) => ({
    id: ticket.id,
    tier: pickName(ticket.name, lang),
    code: encodeTicketCode(secrets, ticket),
    state: ticket.state,
    used_at: ticket.used_at === null ? null : formatTime(ticket.used_at),
  }))
}

function readLines(db: Database, orderId: number, lang: Locale) {
  const query = db.query
    .selectFrom('order_line')
    .innerJoin('tier', 'tier.id', 'order_line.tier_id')
    .select(['order_line.tier_id', 'order_line.quantity', 'order_line.unit_fen', 'tier.name'])
    .where('order_id', '=', orderId)
    .orderBy('order_line.tier_id')
  return all(db, query).map(({ name, ...line }) => ({ ...line, tier: pickName(name, lang) }))
}

/** Tickets for a show. */
export const performance: OrderKind<'performance'> = {
  acceptsBalance: true,

  create(db, buyer, request) {
    const lines = request.lines.map(({ tier_id: tierId, quantity }) => ({ tierId, quantity }))
    const expectedFen = request.expected_payable_fen
    return createTicketOrder(db, buyer, { showId: request.show_id, lines, expectedFen })
  },

  fulfil(db, order) {
    if (order.show_id === null) throw new Error(`order ${order.id} has no show`)
    const lines = db.query.selectFrom('order_line').selectAll().where('order_id', '=', order.id)
    for (const { tier_id, quantity } of all(db, lines)) {
      for (let n = 0; n < quantity; n += 1) {
        const serial = generateLetters(SERIAL_LETTERS)
        insertRow(db, 'ticket', {
          serial,
          order_id: order.id,
          show_id: order.show_id,
          tier_id,
          used_at: null,
        })
      }
    }
  },

  readName: (db, { performance_id: id }, { lang }) =>
    readItemName(db, { kind: 'performance', id: id ?? 0 }, lang),

  async describe(deps, order, { lang, readPlaces }) {
    const { db } = deps
    const query = db.query
      .selectFrom('show')
      .innerJoin('performance', 'performance.id', 'show.performance_id')
      .select(['show.performance_id', 'show.hall_id', 'show.starts_at', 'performance.duration_min'])
      .where('show.id', '=', order.show_id ?? 0)
    const [show] = all(db, query)
    if (!show) throw new Error(`order ${order.id} has no show`)
    const tickets = readTickets(deps, order.id, lang)
    return {
      type: 'performance',
      performance_id: show.performance_id,
      show_id: order.show_id ?? 0,
      starts_at: formatTime(show.starts_at),
      duration_min: show.duration_min,
      place: findPlace(await readPlaces(), show.hall_id),
      lines: readLines(db, order.id, lang),
      tickets,
    }
  },
}
