import { formatPrice } from '#i18n/format.ts'
import { defineMessageKind } from '../define-message-kind.ts'
import { action, fact, linkToOrder, paragraph } from '../parts.ts'

/** Confirms a top-up of the balance. */
export const balanceToppedUp = defineMessageKind<'balance_topped_up'>({
  compose({ order, balanceFen }, context) {
    const { t } = context
    const amount = formatPrice(order.payable_fen)
    return {
      title: t('mail:top_up_title', { amount }),
      summary: t('order:balance_text'),
      parts: [
        paragraph(t('order:balance_text')),
        {
          type: 'facts',
          facts: [
            fact(t('order:sum'), amount),
            fact(t('order:balance'), formatPrice(balanceFen)),
            fact(t('order:number'), order.order_no),
          ],
        },
        action(t('mail:see_order'), linkToOrder(order, context)),
      ],
    }
  },
})
