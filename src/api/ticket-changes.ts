import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { OrderNumberSchema, OrderSchema } from './order.ts'
import { FenSchema, IdSchema, TimeSchema } from './primitives.ts'

// Changes to single tickets of a paid order by its buyer.

const ticket_ids = v.pipe(
  v.array(IdSchema),
  v.minLength(1),
  v.maxLength(100),
  v.check((ids) => new Set(ids).size === ids.length, 'expected each ticket once'),
)

const exchange = { order_no: OrderNumberSchema, ticket_ids, show_id: IdSchema, tier_id: IdSchema }
const payable_fen = v.pipe(FenSchema, v.description('Amount due for the exchange'))
const refund_fen = v.pipe(FenSchema, v.description('Refund after the exchange'))

export const quoteExchange = defineEndpoint('POST', '/api/order/quote_exchange', {
  login: 'required',
  body: v.object(exchange),
  data: v.object({
    price_fen: v.pipe(FenSchema, v.description('Price of the new tickets for this buyer')),
    credit_fen: v.pipe(FenSchema, v.description('Credit of the old tickets')),
    payable_fen,
    refund_fen,
    server_time: TimeSchema,
  }),
})

export const exchangeTickets = defineEndpoint('POST', '/api/order/exchange', {
  login: 'required',
  idempotent: true,
  body: v.object({
    ...exchange,
    expected_payable_fen: payable_fen,
    expected_refund_fen: refund_fen,
  }),
  data: v.pipe(OrderSchema, v.description('The order for the new tickets')),
})

export const refundTickets = defineEndpoint('POST', '/api/order/refund_tickets', {
  login: 'required',
  idempotent: true,
  body: v.object({
    order_no: OrderNumberSchema,
    ticket_ids,
    expected_refund_fen: v.pipe(
      FenSchema,
      v.description('Refund shown to the buyer; any other is refused with 500104'),
    ),
  }),
  data: OrderSchema,
})
