import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { OrderNumberSchema, OrderSchema, PriceRuleSchema } from './order.ts'
import { CountSchema, FenSchema, IdSchema, TimeSchema } from './primitives.ts'

/** The current price for this buyer. */
export const QuoteSchema = v.object({
  original_fen: FenSchema,
  member_discount_fen: FenSchema,
  payable_fen: FenSchema,
  rule: PriceRuleSchema,
})
export type Quote = v.InferOutput<typeof QuoteSchema>

/** Data of refusal 500110 (not enough left), and of 500112 and 500125 (an earlier order is unpaid, or was paid). */
export const InsufficientSchema = v.object({ tier_id: IdSchema, places_left: CountSchema })
export const EarlierOrderSchema = v.object({ order_no: OrderNumberSchema })

const quantity = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))
const lines = v.pipe(
  v.array(v.object({ tier_id: IdSchema, quantity })),
  v.minLength(1),
  v.maxLength(20),
)
/** The total shown to the buyer, in fen; a different price is refused with 500104. */
const expected = { expected_payable_fen: FenSchema }

export const createOrder = defineEndpoint('POST', '/api/order/create', {
  login: 'required',
  idempotent: true,
  body: v.variant('type', [
    v.object({
      type: v.literal('performance'),
      show_id: IdSchema,
      lines,
      ...expected,
    }),
    v.object({
      type: v.literal('course'),
      item: v.variant('kind', [
        v.object({ kind: v.literal('date'), course_date_id: IdSchema }),
        v.object({ kind: v.literal('package'), course_package_id: IdSchema }),
      ]),
      ...expected,
    }),
    v.object({ type: v.literal('member'), member_package_id: IdSchema, ...expected }),
    v.object({
      type: v.literal('recharge'),
      amount_fen: v.pipe(FenSchema, v.minValue(100), v.maxValue(1_000_000)),
    }),
  ]),
  data: OrderSchema,
})

export const quoteOrder = defineEndpoint('POST', '/api/order/quote', {
  login: 'optional',
  body: v.object({ show_id: IdSchema, lines }),
  data: v.object({
    ...QuoteSchema.entries,
    account_left: v.pipe(CountSchema, v.description('Tickets this account may still buy')),
    hold_minutes: CountSchema,
    server_time: TimeSchema,
  }),
})
