import { formatPrice } from '#i18n/format.ts'
import { defineMessageKind } from '../define-message-kind.ts'
import { action, fact, linkToOrder, paragraph } from '../parts.ts'

/** Announces the invoice of an order, which the tax platform sends. */
export const invoiceIssued = defineMessageKind<'invoice_issued'>({
  compose({ order, title, taxNumber, amountFen }, context) {
    const { t } = context
    const amount = formatPrice(amountFen)
    return {
      title: t('mail:invoice_title', { title: order.title, amount }),
      summary: t('mail:invoice_separate'),
      parts: [
        paragraph(t('mail:invoice_separate')),
        {
          type: 'facts',
          facts: [
            fact(t('mail:invoice_to'), title),
            ...(taxNumber === null ? [] : [fact(t('mail:tax_number'), taxNumber)]),
            fact(t('order:sum'), amount),
            fact(t('mail:what'), order.title),
            fact(t('order:number'), order.order_no),
          ],
        },
        action(t('mail:see_order'), linkToOrder(order, context)),
      ],
    }
  },
})
