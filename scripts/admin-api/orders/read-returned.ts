import * as v from 'valibot'
import { PayMethodSchema } from '#api/order.ts'
import type { Returned } from '../messages/message-data.ts'

interface PaymentRow {
  provider: string
  amount_fen: number
}

/** What comes back of an order: money by the way that it came, class hours, or nothing of what was free. */
export function readReturned(payments: readonly PaymentRow[], hours: number): Returned {
  const amountFen = payments.reduce((sum, { amount_fen: fen }) => sum + fen, 0)
  const method = payments.find(({ amount_fen: fen }) => fen > 0)?.provider
  if (amountFen > 0 && v.is(PayMethodSchema, method)) return { kind: 'money', amountFen, method }
  return hours > 0 ? { kind: 'class_hours', hours } : { kind: 'nothing' }
}
