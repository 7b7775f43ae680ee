import { sql } from 'kysely'
import { byAccount, byOwned, type TableRules } from './rule.ts'

const BOOKS = { keptFor: 'the law requires accounting records' }

const ofAccount = { rows: byAccount(), removal: BOOKS } as const
/** Tables that belong to an order: their rows are kept, because no column identifies the buyer. */
const ofOrder = { rows: byOwned('order'), removal: BOOKS } as const

/** Accounting records: orders, their payments, and what was bought. */
export const ORDER_RULES = {
  order: {
    ...ofAccount,
    exported: [
      'id',
      'order_no',
      'user_id',
      'type',
      'status',
      'cancel_reason',
      'performance_id',
      'show_id',
      'course_date_id',
      'course_package_id',
      'member_package_id',
      'class_hours',
      'months',
      'quantity',
      'original_fen',
      'member_discount_fen',
      'payable_fen',
      'rule',
      'class_pass_id',
      'paid_late',
      'created_at',
      'expires_at',
      'paid_at',
      'closed_at',
      'extensions',
      'refundable_until',
      'exchanged_order_id',
      'credit_fen',
    ],
    internal: ['idempotency_key', 'request_hash'],
  },
  exchanged_ticket: { ...ofOrder, exported: ['order_id', 'ticket_id'] },
  // The invoice itself is on the tax platform; its number is kept.
  invoice: {
    ...ofOrder,
    exported: ['order_id', 'requested_at', 'issued_at', 'issued_fen', 'number'],
    anonymised: { title: '', tax_number: null, email: '' },
  },
  order_line: {
    ...ofOrder,
    exported: ['order_id', 'tier_id', 'quantity', 'unit_fen', 'paid_fen'],
  },
  reservation: {
    ...ofOrder,
    exported: ['id', 'order_id', 'show_id', 'tier_id', 'course_date_id', 'quantity', 'state'],
  },
  payment_attempt: {
    ...ofOrder,
    exported: [
      'id',
      'order_id',
      'provider',
      'channel',
      'out_trade_no',
      'amount_fen',
      'state',
      'reference',
      'created_at',
      'expires_at',
    ],
    internal: ['queries', 'next_query_at'],
    anonymised: { address: null, payer: null },
  },
  payment: {
    ...ofOrder,
    exported: ['id', 'provider', 'txn_id', 'attempt_id', 'order_id', 'amount_fen', 'at'],
  },
  refund: {
    ...ofOrder,
    exported: [
      'id',
      'order_id',
      'payment_id',
      'out_refund_no',
      'amount_fen',
      'reason',
      'state',
      'at',
      'done_at',
      'settled_by_hand',
    ],
    internal: ['tries', 'next_try_at'],
  },
  ticket: {
    ...ofOrder,
    exported: ['id', 'serial', 'order_id', 'show_id', 'tier_id', 'version', 'state', 'used_at'],
  },
  // A scan belongs to the ticket holder and to the member who scanned; neither sees the other's data.
  scan: {
    rows: ({ id }) => sql`(user_id = ${id} or ticket_id in (select ticket.id from ticket
      inner join "order" on "order".id = ticket.order_id where "order".user_id = ${id}))`,
    removal: BOOKS,
    exported: ['id', 'ticket_id', 'result', 'at', 'undone_at'],
    internal: ['nonce', 'code_hash', 'user_id', 'answer'],
  },
  membership: {
    ...ofAccount,
    exported: ['id', 'user_id', 'order_id', 'from_at', 'until_at', 'revoked'],
  },
  class_pass: {
    ...ofAccount,
    exported: [
      'id',
      'user_id',
      'order_id',
      'course_package_id',
      'course_id',
      'hours',
      'hours_left',
      'expires_at',
      'revoked',
    ],
  },
  balance: { ...ofAccount, exported: ['user_id', 'fen'] },
  ledger: {
    ...ofAccount,
    exported: ['id', 'account', 'user_id', 'class_pass_id', 'amount', 'reason', 'order_id', 'at'],
  },
} as const satisfies Partial<TableRules>
