import { PayMethodSchema } from '#api/pay-methods.ts'
import type { OrderTables } from '../db/order-tables.ts'
import type { RefundedValue } from '../messages/message-data.ts'

/** Describes a refund for the message to the buyer: money by payment method, class hours, or nothing. */
export function summarizeRefund(
  payments: readonly Pick<OrderTables['payment'], 'provider' | 'amount_fen'>[],
  hours: number,
): RefundedValue {
  const parts = PayMethodSchema.options.flatMap((method) => {
    const ofMethod = payments.filter(({ provider }) => provider === method)
    const amountFen = ofMethod.reduce((sum, { amount_fen: fen }) => sum + fen, 0)
    return amountFen > 0 ? [{ amountFen, method }] : []
  })
  const [first, ...others] = parts
  if (first === undefined) return hours > 0 ? { kind: 'class_hours', hours } : { kind: 'nothing' }
  if (others.length === 0) return { kind: 'money', ...first }
  return {
    kind: 'split',
    amountFen: parts.reduce((sum, { amountFen: fen }) => sum + fen, 0),
    parts,
  }
}
