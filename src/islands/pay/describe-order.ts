import type { Order } from '#api/order.ts'
import { formatDate, formatTime, formatWeekday } from '#i18n/format.ts'
import { readOrigin } from '#stores/ticket-choice.ts'
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

/** What an order holds, line by line: tickets by price level where this tab knows them. */
export function describeLines(order: Order, { t }: Pick<PayPart, 't'>): string[] {
  switch (order.type) {
    case 'performance': {
      const lines = readOrigin(order.order_no)?.lines ?? countTiers(order.tickets)
      if (lines.length === 0) return [t('pay:quantity', { count: order.quantity })]
      return lines.map(({ name, quantity }) => `${name} × ${quantity}`)
    }
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

function countTiers(tickets: readonly { tier: string }[]): { name: string; quantity: number }[] {
  const tiers = Map.groupBy(tickets, ({ tier }) => tier)
  return [...tiers].map(([name, own]) => ({ name, quantity: own.length }))
}
