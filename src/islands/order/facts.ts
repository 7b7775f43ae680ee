import type { Order } from '#api/order.ts'
import { formatPlace } from '#islands/forms/order/format-place.ts'
import { formatDate, formatPrice, formatTime, formatWeekday } from '#i18n/format.ts'
import type { OrderPart } from './texts.ts'

/** A line of an order: what it is about, and what it says. */
export interface Fact {
  name: string
  value: string
  /** Digits stand in the numeral face. */
  isNumeral?: boolean
}

/** `2027.05.08 周六 19:30`. */
export const formatMoment = (time: string, { locale }: Pick<OrderPart, 'locale'>): string =>
  `${formatDate(time, locale)} ${formatWeekday(time, locale)} ${formatTime(time)}`

/** What an order is called: a top-up buys nothing that had a name. */
export const nameOrder = ({ type, title }: Order, { t }: Pick<OrderPart, 't'>): string =>
  type === 'recharge' ? t('order:recharge_title') : title

/** The word for the amount: what was paid, is to be paid, or would have been. */
export function nameAmount(
  { paid_at: paidAt, status }: Order,
  { t }: Pick<OrderPart, 't'>,
): string {
  if (paidAt !== null) return t('order:payable')
  return t(status === 'pending' ? 'order:to_pay' : 'order:sum')
}

type Content = Extract<Order, { type: 'course' }>['content']

function listBooking(content: Content, { locale, t }: OrderPart): Fact[] {
  if (content.kind === 'date') {
    return [
      {
        name: t('order:time'),
        value: formatMoment(content.starts_at, { locale }),
        isNumeral: true,
      },
      { name: t('order:ends'), value: formatTime(content.ends_at), isNumeral: true },
      { name: t('order:location'), value: formatPlace(content.place) },
    ]
  }
  const validity = (): string => {
    if (content.permanent) return t('order:permanent')
    if (content.expires_at === null) return t('order:after_payment')
    return t('order:until', { date: formatDate(content.expires_at, locale) })
  }
  return [
    { name: t('order:class_hours'), value: t('order:hours', { count: content.class_hours }) },
    { name: t('order:hours_left'), value: t('order:hours', { count: content.hours_left }) },
    { name: t('order:validity'), value: validity() },
  ]
}

/** What an order holds beside its money: that depends on its type. */
export function listContent(order: Order, part: OrderPart): Fact[] {
  const { locale, t } = part
  if (order.type === 'performance') {
    const used = order.tickets.filter(({ state }) => state === 'used').length
    const count = order.tickets.length
    return [
      { name: t('order:time'), value: formatMoment(order.starts_at, part), isNumeral: true },
      { name: t('order:duration'), value: t('order:minutes', { count: order.duration_min }) },
      { name: t('order:location'), value: formatPlace(order.place) },
      {
        name: t('order:tiers'),
        value: order.lines.map(({ tier, quantity }) => `${tier} × ${quantity}`).join(' · '),
      },
      ...(count > 0
        ? [{ name: t('order:tickets'), value: t('order:tickets_count', { used, count }) }]
        : []),
    ]
  }
  if (order.type === 'course') return listBooking(order.content, part)
  if (order.type === 'recharge') return []
  const { from, until } = order
  const period =
    from === null || until === null
      ? t('order:after_payment')
      : t('order:from_until', { from: formatDate(from, locale), until: formatDate(until, locale) })
  return [{ name: t('order:membership'), value: period }]
}

/** Order number apart, the fields that every order has (spec section 3). */
export function listCommon(order: Order, part: OrderPart): Fact[] {
  const { t } = part
  const { paid_at: paidAt, cancel_reason: reason } = order
  return [
    { name: t('order:type'), value: t(`order:type_${order.type}`) },
    { name: t('order:quantity'), value: String(order.quantity), isNumeral: true },
    { name: t('order:created'), value: formatMoment(order.created_at, part), isNumeral: true },
    {
      name: t('order:paid_at'),
      value: paidAt === null ? t('order:not_paid') : formatMoment(paidAt, part),
      isNumeral: paidAt !== null,
    },
    ...(reason === null ? [] : [{ name: t('order:reason'), value: t(`order:reason_${reason}`) }]),
  ]
}

/** What it costs and why. */
export function listMoney(order: Order, { t }: OrderPart): Fact[] {
  const { member_discount_fen: discount } = order
  return [
    { name: t('order:original'), value: formatPrice(order.original_fen), isNumeral: true },
    {
      name: t('order:discount'),
      value: discount === 0 ? t('order:none') : `− ${formatPrice(discount)}`,
      isNumeral: discount > 0,
    },
    { name: t('order:rule'), value: t(`order:rule_${order.rule}`) },
    {
      name: nameAmount(order, { t }),
      value: formatPrice(order.payable_fen),
      isNumeral: true,
    },
  ]
}
