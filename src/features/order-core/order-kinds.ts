import type { OrderType } from '#api/order.ts'
import { formatDate } from '#i18n/format.ts'
import { href } from '#routes.ts'
import { course } from './kinds/course.ts'
import { performance } from './kinds/performance.ts'
import type { OrderKind } from './order-kind.ts'

/** The rules of each kind; records with helper functions are in `kinds/`. */
export const ORDER_KINDS: { [T in OrderType]: OrderKind<T> } = {
  performance,
  course,

  member: {
    list: '/order/member',
    shop: { route: '/pay/member', label: 'order:see_member' },
    visitStatuses: [],
    cancelText: 'order:cancel_text_unheld',
    next: { route: '/course/home', label: 'pay:next_courses' },
    firstStep: 'pay:step_membership',
    name: ({ title }) => title,
    repeatHref: (_order, locale) => href('/pay/member', locale),
    readArtName: () => null,

    listContent({ from, until }, { locale, t }) {
      const period =
        from === null || until === null
          ? t('order:after_payment')
          : t('order:from_until', {
              from: formatDate(from, locale),
              until: formatDate(until, locale),
            })
      return [{ name: t('order:membership'), value: period }]
    },

    listLines: (_order, { t }) => [t('pay:membership')],

    listNextSteps: ({ until }, { locale, t }) =>
      until === null ? [] : [t('pay:next_until', { date: formatDate(until, locale) })],
  },

  // A top-up of the balance.
  recharge: {
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
  },
}

/** The `OrderKind` of an order. */
export const getOrderKind = <T extends OrderType>({ type }: { type: T }): OrderKind<T> =>
  ORDER_KINDS[type]
