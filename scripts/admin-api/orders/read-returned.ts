import { PayMethodSchema } from '#api/pay-methods.ts'
import type { RefundedValue } from '../messages/message-data.ts'

interface PaymentRow {
  provider: string
  amount_fen: number
}

/** What comes back of an order: money by the ways that it came, class hours, or nothing of what was free. */
export function readReturned(payments: readonly PaymentRow[], hours: number): RefundedValue {
  const parts = PayMethodSchema.options.flatMap((method) => {
    const own = payments.filter(({ provider }) => provider === method)
    const amountFen = own.reduce((sum, { amount_fen: fen }) => sum + fen, 0)
    return amountFen > 0 ? [{ amountFen, method }] : []
  })
  const [first, ...more] = parts
  if (first === undefined) return hours > 0 ? { kind: 'class_hours', hours } : { kind: 'nothing' }
  if (more.length === 0) return { kind: 'money', ...first }
  return {
    kind: 'split',
    amountFen: parts.reduce((sum, { amountFen: fen }) => sum + fen, 0),
    parts,
  }
}
