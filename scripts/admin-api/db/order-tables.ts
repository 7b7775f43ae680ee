import type { Generated } from 'kysely'
import type { OrderType, PriceRule } from '#api/order.ts'

// Money is in fen, times are epoch ms. Invariants are enforced by the check constraints of the migration.

type Flag = 0 | 1

type StoredOrderStatus = 'pending' | 'paid' | 'completed' | 'cancelled' | 'refunding' | 'refunded'
export type CancelReason = 'user' | 'timeout' | 'staff'
export type RefundReason = 'user' | 'staff' | 'show_cancelled' | 'paid_twice' | 'paid_late'
export type PaymentChannel = 'native' | 'h5' | 'balance' | 'free'

export interface OrderTables {
  order: {
    id: Generated<number>
    order_no: string
    user_id: number
    type: OrderType
    status: Generated<StoredOrderStatus>
    cancel_reason: CancelReason | null
    performance_id: number | null
    show_id: number | null
    course_date_id: number | null
    course_package_id: number | null
    member_package_id: number | null
    /** Class hours of the ordered package; null for other orders, and in old rows. */
    class_hours: number | null
    /** Validity of the ordered package; null if it is permanent, for other orders, and in old rows. */
    months: number | null
    quantity: number
    original_fen: number
    member_discount_fen: number
    payable_fen: number
    rule: PriceRule
    /** The pass whose class hours pay for a course date. */
    class_pass_id: number | null
    /** The payment arrived after the order had been closed. */
    paid_late: Generated<Flag>
    idempotency_key: string | null
    /** Hash of the request with the idempotency key; null without a key, and in old rows. */
    request_hash: string | null
    created_at: number
    expires_at: number
    paid_at: number | null
    closed_at: number | null
    extensions: Generated<number>
    /** The order whose tickets this order exchanges; null for a purchase. */
    exchanged_order_id: number | null
    /** Credit for those tickets. The prices of the order exclude this amount, its lines include it. */
    credit_fen: Generated<number>
    /** Refundable until then because the date was moved, regardless of the refund rule; null if not moved. */
    refundable_until: number | null
  }
  order_line: {
    order_id: number
    tier_id: number
    quantity: number
    /** List price per unit, and the price per unit for this buyer. */
    unit_fen: number
    paid_fen: number
  }
  reservation: {
    id: Generated<number>
    order_id: number
    show_id: number | null
    tier_id: number | null
    course_date_id: number | null
    quantity: number
    state: Generated<'held' | 'sold' | 'released'>
  }
  payment_attempt: {
    id: Generated<number>
    order_id: number
    provider: string
    channel: PaymentChannel
    out_trade_no: string
    amount_fen: number
    state: Generated<'created' | 'submitted' | 'succeeded' | 'failed' | 'closed'>
    /** The URL for the payer: `code_url` or `h5_url` of the provider. */
    address: string | null
    /** The provider's own transaction number, if the provider assigns one. */
    reference: Generated<string | null>
    /** The payer's id at the provider, for payments inside its app: only this payer can pay. */
    payer: Generated<string | null>
    queries: Generated<number>
    next_query_at: number | null
    created_at: number
    expires_at: number
  }
  payment: {
    id: Generated<number>
    provider: string
    txn_id: string
    attempt_id: number
    order_id: number
    amount_fen: number
    at: number
  }
  refund: {
    id: Generated<number>
    order_id: number
    payment_id: number
    out_refund_no: string
    amount_fen: number
    reason: RefundReason
    state: Generated<'requested' | 'done' | 'failed'>
    tries: Generated<number>
    next_try_at: number | null
    /** When it was requested, or sent again after a failure. */
    at: number
    done_at: number | null
    /** It has failed at the provider, and staff have repaid the buyer in another way. */
    settled_by_hand: Generated<Flag>
  }
  /** An invoice requested by the buyer of an order; staff issue it on the tax platform. */
  invoice: {
    order_id: number
    title: string
    /** Null for a person, and for an organisation without one. */
    tax_number: string | null
    email: string
    /** When it was requested or last changed. */
    requested_at: number
    issued_at: number | null
    /** Amount of the issued invoice; 0 once it is reversed after a full refund. */
    issued_fen: number | null
    /** Invoice number on the tax platform. */
    number: string | null
  }
  ticket: {
    id: Generated<number>
    /** Random; the code contains it instead of the id. */
    serial: string
    order_id: number
    show_id: number
    tier_id: number
    /** Incrementing it invalidates older codes. */
    version: Generated<number>
    state: Generated<'valid' | 'used' | 'void'>
    used_at: number | null
  }
  /** The tickets that an order exchanges once it is paid. */
  exchanged_ticket: { order_id: number; ticket_id: number }
  /** A view: orders of which every ticket was used or refunded, and at least one was used. */
  verified_order: { id: number }
  /** Every code scanned at the door. Append-only, except for `undone_at`. */
  scan: {
    id: Generated<number>
    ticket_id: number | null
    nonce: string
    /** Hash of the scanned code; null for older scans. */
    code_hash: string | null
    user_id: number
    result: string
    answer: string
    at: number
    undone_at: number | null
  }
  verify_grant: { user_id: number; granted_at: number }
  membership: {
    id: Generated<number>
    user_id: number
    order_id: number
    from_at: number
    until_at: number
    revoked: Generated<Flag>
  }
  /** A bought package of class hours. */
  class_pass: {
    id: Generated<number>
    user_id: number
    order_id: number
    course_package_id: number
    course_id: number
    hours: number
    hours_left: number
    /** Null if it never expires. */
    expires_at: number | null
    revoked: Generated<Flag>
  }
  balance: { user_id: number; fen: number }
  ledger: {
    id: Generated<number>
    account: 'balance' | 'class_hours'
    user_id: number
    class_pass_id: number | null
    amount: number
    reason: string
    order_id: number
    at: number
  }
}
