import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { PagingBodySchema, createPageSchema } from './paging.ts'
import { PayMethodSchema } from './pay-methods.ts'
import {
  CountSchema,
  FenSchema,
  IdSchema,
  ImageSchema,
  LineSchema,
  PlaceSchema,
  TextSchema,
  TimeSchema,
} from './primitives.ts'

/** Order number: upper-case letters and digits, opaque. */
export const OrderNumberSchema = v.pipe(
  v.string(),
  v.regex(/^[0-9A-Z]{8,32}$/, 'expected an order number'),
)

/** Start of the ticket codes of the embedded API, which order numbers usually do not have. */
export const TICKET_CODE_PREFIX = 'T1'

/** Kinds of orders (spec section 3); `recharge` is an addition, because its route exists. */
export const OrderTypeSchema = v.picklist(['performance', 'course', 'member', 'recharge'])
export type OrderType = v.InferOutput<typeof OrderTypeSchema>

export const OrderStatusSchema = v.picklist([
  'pending',
  'paid',
  'completed',
  'cancelled',
  'verified',
  'refunding',
  'refunded',
])
export type OrderStatus = v.InferOutput<typeof OrderStatusSchema>

/** The rule that determined a price. */
export const PriceRuleSchema = v.picklist(['regular', 'member_price', 'member_free', 'class_hour'])
export type PriceRule = v.InferOutput<typeof PriceRuleSchema>

export const TicketSchema = v.object({
  id: IdSchema,
  tier: LineSchema,
  code: v.pipe(LineSchema, v.description('Text of the QR code, signed')),
  state: v.picklist(['valid', 'used', 'void']),
  used_at: v.nullable(TimeSchema),
  refund_fen: v.pipe(
    v.optional(v.nullable(FenSchema), null),
    v.description('Refund of this ticket by refund_tickets; null if not refundable'),
  ),
})

/** The invoice that the buyer of an order requested. */
const OrderInvoiceSchema = v.object({
  status: v.pipe(
    v.picklist(['requested', 'issued', 'reversed']),
    v.description('`reversed`: by a red invoice after a refund'),
  ),
  title: LineSchema,
  tax_number: v.nullable(LineSchema),
  email: LineSchema,
  amount_fen: FenSchema,
  number: v.nullable(LineSchema),
  requested_at: TimeSchema,
  issued_at: v.nullable(TimeSchema),
})

const orderFields = {
  order_no: OrderNumberSchema,
  status: OrderStatusSchema,
  title: LineSchema,
  image: v.nullable(ImageSchema),
  quantity: v.pipe(CountSchema, v.minValue(1)),
  created_at: TimeSchema,
  paid_at: v.nullable(TimeSchema),
  expires_at: v.pipe(v.nullable(TimeSchema), v.description('End of the payment time, if pending')),
  remaining_ms: v.pipe(CountSchema, v.description('Remaining payment time in ms, 0 if none')),
  original_fen: FenSchema,
  member_discount_fen: FenSchema,
  payable_fen: v.pipe(FenSchema, v.description('Actual payment')),
  credit_fen: v.pipe(
    v.optional(FenSchema, 0),
    v.description('Paid by exchanged tickets, besides payable_fen'),
  ),
  rule: PriceRuleSchema,
  cancel_reason: v.nullable(v.picklist(['user', 'timeout', 'staff'])),
  paid_late: v.pipe(v.boolean(), v.description('Paid after the order had ended')),
  refund: v.nullable(
    v.object({ status: v.picklist(['under_way', 'done', 'failed']), amount_fen: FenSchema }),
  ),
  refundable_fen: v.pipe(
    v.optional(v.nullable(FenSchema), null),
    v.description('Current refund of the order; null if not refundable'),
  ),
  invoice: v.optional(v.nullable(OrderInvoiceSchema), null),
  /** Actions that are currently available to the buyer. */
  actions: v.object({
    pay: v.boolean(),
    cancel: v.boolean(),
    refund: v.boolean(),
    extend: v.boolean(),
    refund_tickets: v.pipe(
      v.optional(v.boolean(), false),
      v.description('Whether single tickets can be refunded (refund_tickets)'),
    ),
    exchange: v.pipe(
      v.optional(v.boolean(), false),
      v.description('Whether tickets can be exchanged (quote_exchange, exchange)'),
    ),
    invoice: v.pipe(
      v.optional(v.boolean(), false),
      v.description('Whether an invoice can be requested, or the request changed (invoice)'),
    ),
  }),
  pay_methods: v.array(PayMethodSchema),
  in_app_methods: v.pipe(
    v.optional(v.array(PayMethodSchema), []),
    v.description('Those of pay_methods that can be paid inside their own app (pay_in_app)'),
  ),
  events: v.array(v.object({ event: LineSchema, at: TimeSchema })),
  server_time: TimeSchema,
}

/** Events that cancel an unpaid exchange: a ticket of the old order was used or refunded. */
export const EXCHANGE_ENDS = ['old_ticket_used', 'old_ticket_refunded'] as const
export type ExchangeEnd = (typeof EXCHANGE_ENDS)[number]

const VisitPlaceSchema = v.object({
  ...PlaceSchema.entries,
  transport: v.pipe(v.optional(TextSchema), v.description('How to get to the venue')),
})
export type VisitPlace = v.InferOutput<typeof VisitPlaceSchema>

/** An order with every field of spec section 3 and the fields of its type. */
export const OrderSchema = v.variant('type', [
  v.object({
    type: v.literal('performance'),
    ...orderFields,
    performance_id: IdSchema,
    show_id: IdSchema,
    starts_at: TimeSchema,
    duration_min: CountSchema,
    place: VisitPlaceSchema,
    /** Quantity by price level, available before tickets exist. */
    lines: v.array(
      v.object({
        tier_id: IdSchema,
        tier: LineSchema,
        quantity: v.pipe(CountSchema, v.minValue(1)),
        unit_fen: v.pipe(FenSchema, v.description('Price of one, before member discount')),
      }),
    ),
    tickets: v.array(TicketSchema),
    exchanged_from: v.pipe(
      v.optional(v.nullable(OrderNumberSchema), null),
      v.description('The order whose tickets this one exchanges when it is paid'),
    ),
    exchanged_to: v.pipe(
      v.optional(v.array(OrderNumberSchema), []),
      v.description('Paid orders that have exchanged tickets of this one'),
    ),
  }),
  v.object({
    type: v.literal('course'),
    ...orderFields,
    course_id: IdSchema,
    content: v.variant('kind', [
      v.object({
        kind: v.literal('date'),
        course_date_id: IdSchema,
        starts_at: TimeSchema,
        ends_at: TimeSchema,
        place: VisitPlaceSchema,
      }),
      v.object({
        kind: v.literal('package'),
        class_hours: CountSchema,
        hours_left: CountSchema,
        permanent: v.boolean(),
        expires_at: v.nullable(TimeSchema),
      }),
    ]),
  }),
  v.object({
    type: v.literal('member'),
    ...orderFields,
    from: v.nullable(TimeSchema),
    until: v.nullable(TimeSchema),
  }),
  v.object({ type: v.literal('recharge'), ...orderFields }),
])
export type Order = v.InferOutput<typeof OrderSchema>

export const listOrders = defineEndpoint('POST', '/api/order/list', {
  login: 'required',
  body: v.object({
    ...PagingBodySchema.entries,
    type: v.optional(OrderTypeSchema),
    status: v.optional(OrderStatusSchema),
  }),
  data: createPageSchema(OrderSchema),
})

export const getOrder = defineEndpoint('GET', '/api/order/detail', {
  login: 'required',
  query: v.object({ order_no: OrderNumberSchema }),
  data: OrderSchema,
})

/** Defines an action of the buyer on an order, which responds with the order. */
// @__NO_SIDE_EFFECTS__
function defineOrderAction<const Path extends string>(path: Path) {
  const body = v.object({ order_no: OrderNumberSchema })
  return defineEndpoint('POST', path, { login: 'required', body, data: OrderSchema })
}

export const cancelOrder = defineOrderAction('/api/order/cancel')

export const extendOrder = defineOrderAction('/api/order/extend')

export const requestRefund = defineOrderAction('/api/order/refund')
