import type { Order } from '#api/order.ts'
import { formatDate, formatTime, formatWeekday } from '#i18n/format.ts'
import type { PayPart } from './texts.ts'

/** Day, weekday and time of an order that has one: `2027.05.08 周六 19:30`. */
export function describeTime(order: Order, { locale }: Pick<PayPart, 'locale'>): string | null {
  const startsAt = readStart(order)
  if (startsAt === null) return null
  const day = `${formatDate(startsAt, locale)} ${formatWeekday(startsAt, locale)}`
  return `${day} ${formatTime(startsAt)}`
}

/** When what was ordered begins, null where it has no time. */
export function readStart(order: Order): string | null {
  if (order.type === 'performance') return order.starts_at
  return order.type === 'course' && order.content.kind === 'date' ? order.content.starts_at : null
}

/** Where it takes place, null where nowhere. */
export function readPlace(order: Order) {
  if (order.type === 'performance') return order.place
  return order.type === 'course' && order.content.kind === 'date' ? order.content.place : null
}

/** What an order holds, line by line. */
export function describeLines(order: Order, { t }: Pick<PayPart, 't'>): string[] {
  switch (order.type) {
    case 'performance':
      return order.lines.map(({ tier, quantity }) => `${tier} × ${quantity}`)
    case 'course': {
      if (order.content.kind === 'date') return []
      const hours = t('pay:class_hours', { count: order.content.class_hours })
      return [order.content.permanent ? `${hours} · ${t('pay:permanent')}` : hours]
    }
    case 'member':
      return [t('pay:membership')]
    case 'recharge':
      return [t('pay:recharge')]
  }
}
