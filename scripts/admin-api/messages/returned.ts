import { REFUND_TARGETS, type PayMethod } from '#api/pay-methods.ts'
import { formatPrice } from '#i18n/format.ts'
import type { Returned } from './message-data.ts'
import type { MessageContext } from './message.ts'

/** How much comes back, and how long it takes. Cards: https://docs.stripe.com/refunds, 5 to 10 working days. */
function describePart(
  { amountFen, method }: { amountFen: number; method: PayMethod },
  { t }: MessageContext,
): string {
  const values = { amount: formatPrice(amountFen), method: t(`pay:method_${method}`) }
  return t(`mail:arrives_${REFUND_TARGETS[method]}`, values)
}

/** The money that comes back, fen; null when none does, or not yet. */
export const readReturnedFen = (returned: Returned): number | null =>
  returned.kind === 'money' || returned.kind === 'split' ? returned.amountFen : null

/** What comes back, to where, and when it arrives; nothing for what was free. */
export function describeReturned(returned: Returned, context: MessageContext): string[] {
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

/** What the reader of a cancellation has to do. */
export const describeEffort = (returned: Returned, { t }: MessageContext): string =>
  t(returned.kind === 'later' ? 'mail:arrives_later' : 'mail:cancelled_summary')
