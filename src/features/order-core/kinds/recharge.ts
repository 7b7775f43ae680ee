import { href } from '#routes.ts'
import type { OrderKind } from '../order-kind.ts'

/** A top-up of the balance. */
export const recharge: OrderKind<'recharge'> = {
  list: '/order/recharge',
  shop: null,
  visitStatuses: [],
  cancelText: 'order:cancel_text_unheld',
  next: { route: '/course/home', label: 'pay:next_courses' },
  firstStep: 'pay:step_amount',
  name: (_order, t) => t('order:recharge_title'),
  repeatHref: (_order, locale) => href('/order/recharge', locale),
  readArtName: () => null,
  listContent: () => [],
  listLines: (_order, { t }) => [t('pay:recharge')],
  listNextSteps: () => [],
}
