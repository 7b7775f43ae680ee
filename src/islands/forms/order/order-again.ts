import type { Order } from '#api/order.ts'
import type { Locale } from '#i18n/locales.ts'
import { href } from '#routes.ts'
import { keepChoice } from '#stores/ticket-choice.ts'

/** The page where the same can be ordered once more. */
export function hrefOfSame(order: Order, locale: Locale): string {
  switch (order.type) {
    case 'performance':
      return href('/drama/buyTicket', locale, { id: order.performance_id })
    case 'course':
      return href('/course/detail', locale, { id: order.course_id })
    case 'member':
      return href('/pay/member', locale)
    case 'recharge':
      return href('/order/recharge', locale)
  }
}

/** Puts the tickets of an order that ended back into the choice of that page. */
export function chooseSame(order: Order): void {
  if (order.type !== 'performance') return
  const lines = order.lines.map(({ tier_id, quantity }) => ({ tier_id, quantity }))
  keepChoice(order.performance_id, { show_id: order.show_id, lines })
}
