import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { TicketSchema } from './order.ts'
import { CountSchema, IdSchema, LineSchema, PlaceSchema, TimeSchema } from './primitives.ts'

/** Data of refusal 500502. `grant_command`: grants the right on a test installation; else null. */
export const NoRightToVerifySchema = v.object({ grant_command: v.nullable(LineSchema) })

const NonceSchema = v.pipe(v.string(), v.minLength(8), v.maxLength(64))

export const verifyTicket = defineEndpoint('POST', '/api/order/verify', {
  login: 'required',
  body: v.object({
    /** The text of a ticket's QR code; the number of an unpaid order results in `not_paid`. */
    code: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
    nonce: NonceSchema,
    show_id: v.optional(IdSchema),
  }),
  data: v.variant('result', [
    v.object({
      result: v.literal('admitted'),
      ticket: TicketSchema,
      title: LineSchema,
      starts_at: TimeSchema,
      place: PlaceSchema,
    }),
    v.object({ result: v.literal('already_used'), used_at: TimeSchema, title: LineSchema }),
    v.object({ result: v.literal('wrong_day'), starts_at: TimeSchema, title: LineSchema }),
    v.object({ result: v.literal('not_paid'), title: LineSchema }),
    v.object({ result: v.literal('void'), title: LineSchema }),
    v.object({ result: v.literal('unknown') }),
  ]),
})

export const undoVerify = defineEndpoint('POST', '/api/order/undo_verify', {
  login: 'required',
  body: v.object({ nonce: NonceSchema }),
  data: v.object({ undone: v.boolean() }),
})

export const listDoorShows = defineEndpoint('GET', '/api/order/door', {
  login: 'required',
  data: v.object({
    shows: v.array(
      v.object({
        show_id: IdSchema,
        title: LineSchema,
        starts_at: TimeSchema,
        place: PlaceSchema,
        sold: CountSchema,
        entered: CountSchema,
      }),
    ),
    server_time: TimeSchema,
  }),
})
