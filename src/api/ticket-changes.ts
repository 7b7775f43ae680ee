import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { OrderNumberSchema, OrderSchema } from './order.ts'
import { FenSchema, IdSchema } from './primitives.ts'

// What the owner of a paid order changes about single tickets.

const ticket_ids = v.pipe(
  v.array(IdSchema),
  v.minLength(1),
  v.maxLength(100),
  v.check((ids) => new Set(ids).size === ids.length, 'expected each ticket once'),
)

export const refundTickets = defineEndpoint({
  method: 'POST',
  path: '/api/order/refund_tickets',
  login: 'required',
  idempotent: true,
  body: v.object({
    order_no: OrderNumberSchema,
    ticket_ids,
    expected_refund_fen: v.pipe(
      FenSchema,
      v.description('The sum shown to the buyer; another one is refused with 500104'),
    ),
  }),
  data: OrderSchema,
})
