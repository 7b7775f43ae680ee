import type { IslandPart } from '#i18n/island-areas.ts'
import type { Order } from '#api/order.ts'
import { readCancelReason } from '#features/order-core/cancel-reason.ts'
import type { Fact } from '#features/order-core/order-kind.ts'
import { formatMoment, formatPrice } from '#i18n/format.ts'

/** The label of the amount: paid, to be paid, or total of an order that was not paid. */
export function getAmountLabel(
  { paid_at: paidAt, status }: Order,
  { t }: Pick<IslandPart<'order'>, 't'>,
): string {
  if (paidAt !== null) return t('order:payable')
  return t(status === 'pending' ? 'order:to_pay' : 'order:sum')
}

/** The fields that every order has, except the order number (spec section 3). */
export function listCommonFacts(order: Order, part: IslandPart<'order'>): Fact[] {
  const { t } = part
  const { paid_at: paidAt } = order
  const reason = readCancelReason(order)
  return [
    { name: t('order:type'), value: t(`order:type_${order.type}`) },
    { name: t('order:quantity'), value: String(order.quantity), isNumeral: true },
    {
      name: t('order:created'),
      value: formatMoment(order.created_at, part.locale),
      isNumeral: true,
    },
    // A payment that came after the end was refunded: the order has no payment time.
    (paidAt !== null || order.refund === null) && {
      name: t('order:paid_at'),
      value: paidAt === null ? t('order:not_paid') : formatMoment(paidAt, part.locale),
      isNumeral: paidAt !== null,
    },
    reason !== null && { name: t('order:reason'), value: t(`order:reason_${reason}`) },
  ].filter((fact) => fact !== false)
}

/** The price of an order: original price, discount, credit, pricing rule and amount. */
export function listPriceFacts(order: Order, { t }: IslandPart<'order'>): Fact[] {
  const { member_discount_fen: discount } = order
  return [
    { name: t('order:original'), value: formatPrice(order.original_fen), isNumeral: true },
    {
      // Class hours replace the price: their holder need not be a member.
      name: t(order.rule === 'class_hour' ? 'order:class_hours' : 'order:discount'),
      value: discount === 0 ? t('order:none') : `− ${formatPrice(discount)}`,
      isNumeral: discount > 0,
    },
    order.credit_fen > 0 && {
      name: t('order:exchange_credit'),
      value: `− ${formatPrice(order.credit_fen)}`,
      isNumeral: true,
    },
    { name: t('order:rule'), value: t(`order:rule_${order.rule}`) },
    {
      name: getAmountLabel(order, { t }),
      value: formatPrice(order.payable_fen),
      isNumeral: true,
    },
  ].filter((fact) => fact !== false)
}
