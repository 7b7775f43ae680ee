import { formatDate } from '#i18n/format.ts'
import { href } from '#routes.ts'
import type { OrderKind } from '../order-kind.ts'

/** A membership. */
export const member: OrderKind<'member'> = {
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
}
