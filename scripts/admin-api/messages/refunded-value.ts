import { REFUND_TARGETS, type PayMethod } from '#api/pay-methods.ts'
import { formatPrice } from '#i18n/format.ts'
import type { RefundedValue } from './message-data.ts'
import type { MessageContext } from './message.ts'

/** The refunded amount and when it arrives. Cards: 5 to 10 working days (https://docs.stripe.com/refunds). */
function describePart(
  { amountFen, method }: { amountFen: number; method: PayMethod },
  { t }: MessageContext,
): string {
  const values = { amount: formatPrice(amountFen), method: t(`pay:method_${method}`) }
  return t(`mail:arrives_${REFUND_TARGETS[method]}`, values)
}

/** The refunded money in fen; null if there is none, or not yet. */
export const getRefundedFen = (returned: RefundedValue): number | null =>
  returned.kind === 'money' || returned.kind === 'split' ? returned.amountFen : null

/** Describes the refund, its destination and when it arrives; empty if the order was free. */
export function describeRefundedValue(returned: RefundedValue, context: MessageContext): string[] {
  const { t } = context
  switch (returned.kind) {
    case 'money':
      return [describePart(returned, context)]
    case 'split':
      return returned.parts.map((part) => describePart(part, context))
    case 'class_hours':
      return [t('mail:arrives_hours', { count: returned.hours })]
    case 'later':
      return [t('mail:arrives_later')]
    case 'nothing':
      return []
  }
}

/** What the member has to do after a cancellation, if anything. */
export const describeNextStep = (returned: RefundedValue, { t }: MessageContext): string =>
  t(returned.kind === 'later' ? 'mail:arrives_later' : 'mail:cancelled_summary')
