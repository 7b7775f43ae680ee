import type { Locale } from '#api/language.ts'
import type { Reader } from '../../db/open.ts'
import { findPlace, pickName } from '../../modules/read/names.ts'
import { formatTime } from '../../venue-time.ts'
import { createTicketOrder } from '../create/tickets.ts'
import { completeExchange, isExchange } from '../exchange.ts'
import { generateLetters } from '../numbers.ts'
import type { DescribeContext, DescribeDeps, OrderKind } from '../order-kind.ts'
import type { OrderRow } from '../orders.ts'
import { readItemName } from '../read-item-name.ts'
import { encodeTicketCode } from '../ticket-code.ts'

const SERIAL_LETTERS = 16

async function readTickets(
  { db, secrets }: DescribeDeps,
  orderId: number,
  { lang, refundOffer }: DescribeContext,
) {
  const tickets = await db.query
    .selectFrom('ticket')
    .innerJoin('tier', 'tier.id', 'ticket.tier_id')
    .selectAll('ticket')
    .select('tier.name')
    .where('order_id', '=', orderId)
    .orderBy('ticket.id')
    .execute()
  return tickets.map((ticket) => ({
    id: ticket.id,
    tier: pickName(ticket.name, lang),
    code: encodeTicketCode(secrets, ticket),
    state: ticket.state,
    used_at: ticket.used_at === null ? null : formatTime(ticket.used_at),
    refund_fen: refundOffer.tickets.get(ticket.id) ?? null,
  }))
}

async function readLines(db: Reader, orderId: number, lang: Locale) {
  const lines = await db
    .selectFrom('order_line')
    .innerJoin('tier', 'tier.id', 'order_line.tier_id')
    .select(['order_line.tier_id', 'order_line.quantity', 'order_line.unit_fen', 'tier.name'])
    .where('order_id', '=', orderId)
    .orderBy('order_line.tier_id')
    .execute()
  return lines.map(({ name, ...line }) => ({ ...line, tier: pickName(name, lang) }))
}

/** Numbers of the order whose tickets an order has exchanged, and of orders that have exchanged its tickets. */
async function readExchanges(db: Reader, { id, exchanged_order_id: exchangedId }: OrderRow) {
  const numbers = db.selectFrom('order').select('order_no')
  const [from, to] = await Promise.all([
    numbers.where('id', '=', exchangedId).executeTakeFirst(),
    numbers
      .where('exchanged_order_id', '=', id)
      .where('paid_at', 'is not', null)
      .orderBy('id')
      .execute(),
  ])
  return {
    exchanged_from: from?.order_no ?? null,
    exchanged_to: to.map(({ order_no: number }) => number),
  }
}

/** Tickets for a show. */
export const performance: OrderKind<'performance'> = {
  acceptsBalance: true,
  isInvoiceable: true,

  create(trx, buyer, request) {
    const lines = request.lines.map(({ tier_id: tierId, quantity }) => ({ tierId, quantity }))
    const expectedFen = request.expected_payable_fen
    return createTicketOrder(trx, buyer, { showId: request.show_id, lines, expectedFen })
  },

  async fulfil(trx, order, now) {
    const { show_id } = order
    if (show_id === null) throw new Error(`order ${order.id} has no show`)
    if (isExchange(order)) await completeExchange(trx, order, now)
    const lines = await trx
      .selectFrom('order_line')
      .select(['tier_id', 'quantity'])
      .where('order_id', '=', order.id)
      .execute()
    const tickets = lines.flatMap(({ tier_id, quantity }) =>
      Array.from({ length: quantity }, () => ({
        serial: generateLetters(SERIAL_LETTERS),
        order_id: order.id,
        show_id,
        tier_id,
      })),
    )
    await trx.insertInto('ticket').values(tickets).execute()
  },

  /** Used tickets stay used. */
  async revoke(trx, { id }) {
    await trx
      .updateTable('ticket')
      .set({ state: 'void' })
      .where('order_id', '=', id)
      .where('state', '=', 'valid')
      .execute()
  },

  findConfirmation: () => 'tickets_bought',

  readName: (db, { performance_id: id }, { lang }) =>
    readItemName(db, { kind: 'performance', id: id ?? 0 }, lang),

  async describe(deps, order, context) {
    const { lang, readPlaces } = context
    const db = deps.db.query
    const show = await db
      .selectFrom('show')
      .innerJoin('performance', 'performance.id', 'show.performance_id')
      .select(['show.performance_id', 'show.hall_id', 'show.starts_at', 'performance.duration_min'])
      .where('show.id', '=', order.show_id)
      .executeTakeFirstOrThrow(() => new Error(`order ${order.id} has no show`))
    return {
      type: 'performance',
      performance_id: show.performance_id,
      show_id: order.show_id ?? 0,
      starts_at: formatTime(show.starts_at),
      duration_min: show.duration_min,
      place: findPlace(await readPlaces(), show.hall_id),
      lines: await readLines(db, order.id, lang),
      tickets: await readTickets(deps, order.id, context),
      ...(await readExchanges(db, order)),
    }
  },
}
