import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { pageOf, PagingBodySchema } from './paging.ts'
import { PayMethodSchema, ProviderMethodSchema } from './pay-methods.ts'
import {
  CountSchema,
  FenSchema,
  HrefSchema,
  IdSchema,
  ImageSchema,
  LineSchema,
  PlaceSchema,
  TimeSchema,
} from './primitives.ts'

/** Order number: upper-case letters and digits, opaque. */
export const OrderNumberSchema = v.pipe(
  v.string(),
  v.regex(/^[0-9A-Z]{8,32}$/, 'expected an order number'),
)

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

/** The current price for this buyer. */
export const QuoteSchema = v.object({
  original_fen: FenSchema,
  member_discount_fen: FenSchema,
  payable_fen: FenSchema,
  rule: PriceRuleSchema,
})
export type Quote = v.InferOutput<typeof QuoteSchema>

/** Data of refusal 500110 (not enough left) and 500112 (an unpaid order exists). */
export const InsufficientSchema = v.object({ tier_id: IdSchema, places_left: CountSchema })
export const PendingOrderSchema = v.object({ order_no: OrderNumberSchema })

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

/** An order with every field of spec section 3 and the fields of its type. */
export const OrderSchema = v.variant('type', [
  v.object({
    type: v.literal('performance'),
    ...orderFields,
    performance_id: IdSchema,
    show_id: IdSchema,
    starts_at: TimeSchema,
    duration_min: CountSchema,
    place: PlaceSchema,
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
        place: PlaceSchema,
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

export const listOrders = defineEndpoint({
  method: 'POST',
  path: '/api/order/list',
  login: 'required',
  body: v.object({
    ...PagingBodySchema.entries,
    type: v.optional(OrderTypeSchema),
    status: v.optional(OrderStatusSchema),
  }),
  data: pageOf(OrderSchema),
})

export const getOrder = defineEndpoint({
  method: 'GET',
  path: '/api/order/detail',
  login: 'required',
  query: v.object({ order_no: OrderNumberSchema }),
  data: OrderSchema,
})

const quantity = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))
/** The total shown to the buyer, in fen; a different price is refused with 500104. */
const expected = { expected_payable_fen: FenSchema }

export const createOrder = defineEndpoint({
  method: 'POST',
  path: '/api/order/create',
  login: 'required',
  idempotent: true,
  body: v.variant('type', [
    v.object({
      type: v.literal('performance'),
      show_id: IdSchema,
      lines: v.pipe(
        v.array(v.object({ tier_id: IdSchema, quantity })),
        v.minLength(1),
        v.maxLength(20),
      ),
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

export const quoteOrder = defineEndpoint({
  method: 'POST',
  path: '/api/order/quote',
  login: 'optional',
  body: v.object({
    show_id: IdSchema,
    lines: v.pipe(
      v.array(v.object({ tier_id: IdSchema, quantity })),
      v.minLength(1),
      v.maxLength(20),
    ),
  }),
  data: v.object({
    ...QuoteSchema.entries,
    account_left: v.pipe(CountSchema, v.description('Tickets this account may still buy')),
    hold_minutes: CountSchema,
    server_time: TimeSchema,
  }),
})

export const cancelOrder = defineEndpoint({
  method: 'POST',
  path: '/api/order/cancel',
  login: 'required',
  body: v.object({ order_no: OrderNumberSchema }),
  data: OrderSchema,
})

export const extendOrder = defineEndpoint({
  method: 'POST',
  path: '/api/order/extend',
  login: 'required',
  body: v.object({ order_no: OrderNumberSchema }),
  data: OrderSchema,
})

export const requestRefund = defineEndpoint({
  method: 'POST',
  path: '/api/order/refund',
  login: 'required',
  body: v.object({ order_no: OrderNumberSchema }),
  data: OrderSchema,
})

/** Signed addresses of payment pages have more than a thousand characters. */
const CodeUrlSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(4000),
  v.description('Content of the QR code (`weixin://…`), or URL of the payment page'),
)

const PaidSchema = v.object({ status: v.literal('paid'), order_no: OrderNumberSchema })

export const payOrder = defineEndpoint({
  method: 'POST',
  path: '/api/order/pay',
  login: 'required',
  body: v.object({
    order_no: OrderNumberSchema,
    method: PayMethodSchema,
  }),
  data: v.variant('status', [
    PaidSchema,
    v.object({
      status: v.literal('waiting'),
      order_no: OrderNumberSchema,
      code_url: CodeUrlSchema,
      expires_at: TimeSchema,
      server_time: TimeSchema,
    }),
  ]),
})

export const payOrderOnPhone = defineEndpoint({
  method: 'POST',
  path: '/api/order/pay_h5',
  login: 'required',
  body: v.object({
    order_no: OrderNumberSchema,
    method: ProviderMethodSchema,
  }),
  data: v.variant('status', [
    PaidSchema,
    v.object({
      status: v.literal('waiting'),
      order_no: OrderNumberSchema,
      h5_url: HrefSchema,
      expires_at: TimeSchema,
      server_time: TimeSchema,
    }),
  ]),
})

/** Parameters of `getBrandWCPayRequest`, passed to `WeixinJSBridge` unchanged. */
export const BridgeRequestSchema = v.object({
  appId: v.string(),
  timeStamp: v.string(),
  nonceStr: v.string(),
  package: v.string(),
  signType: v.literal('RSA'),
  paySign: v.string(),
})
export type BridgeRequest = v.InferOutput<typeof BridgeRequestSchema>

export const payOrderInApp = defineEndpoint({
  method: 'POST',
  path: '/api/order/pay_in_app',
  login: 'required',
  body: v.object({ order_no: OrderNumberSchema, method: v.literal('wechat') }),
  data: v.variant('status', [
    v.object({
      status: v.literal('identify'),
      order_no: OrderNumberSchema,
      url: v.pipe(
        HrefSchema,
        v.description('Page of the provider that identifies the payer and returns to the checkout'),
      ),
    }),
    v.object({
      status: v.literal('waiting'),
      order_no: OrderNumberSchema,
      request: BridgeRequestSchema,
      expires_at: TimeSchema,
      server_time: TimeSchema,
    }),
  ]),
})

/** Data of refusal 500502. `grant_command`: grants the right on a test installation; else null. */
export const NoRightToVerifySchema = v.object({ grant_command: v.nullable(LineSchema) })

export const verifyTicket = defineEndpoint({
  method: 'POST',
  path: '/api/order/verify',
  login: 'required',
  body: v.object({
    /** The text of a ticket's QR code; the number of an unpaid order results in `not_paid`. */
    code: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
    nonce: v.pipe(v.string(), v.minLength(8), v.maxLength(64)),
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

export const undoVerify = defineEndpoint({
  method: 'POST',
  path: '/api/order/undo_verify',
  login: 'required',
  body: v.object({ nonce: v.pipe(v.string(), v.minLength(8), v.maxLength(64)) }),
  data: v.object({ undone: v.boolean() }),
})

export const listDoorShows = defineEndpoint({
  method: 'GET',
  path: '/api/order/door',
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
