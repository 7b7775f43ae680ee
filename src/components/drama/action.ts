import type { ActionContext, ItemAction } from '#components/section/item-action.ts'
import type { PerformanceContent } from '#content/performances.ts'
import { isOnSale } from '#features/order-core/on-sale.ts'
import { formatLowestCost } from '#i18n/format-cost.ts'
import { formatCardMoment } from '#i18n/format-card-date.ts'
import { localizePath } from '#i18n/paths.ts'
import { PERFORMANCE_LABELS } from '#i18n/state-labels.ts'
import { href } from '#routes.ts'
import { chooseAction, formatSaleStart } from './show-notes.ts'

/** Returns the action of a performance: buy tickets, wait for the sale, or the reason for neither. */
export function getPerformanceAction(
  { id, state, shows }: Pick<PerformanceContent, 'id' | 'state' | 'shows'>,
  { site, locale, t }: ActionContext<'can_buy_online'>,
): ItemAction {
  const action = chooseAction(shows)
  const label = PERFORMANCE_LABELS[state]
  if (action.kind === 'wait') {
    return {
      kind: 'wait',
      label: formatSaleStart(action, locale, t),
      calendar: localizePath(`/calendar/ics/performance-${id}.ics`, locale),
    }
  }
  const next = shows.find(isOnSale)
  if (action.kind === 'none' || !next) {
    const live = state === 'sold_out' && { live: `performance:${id}` }
    return { kind: 'over', label: t(label.key), ...live }
  }
  return {
    kind: 'act',
    label: site.can_buy_online ? t('drama:buy') : t('common:box_office'),
    href: site.can_buy_online ? href('/drama/buyTicket', locale, { id }) : '#dates',
    price: formatLowestCost(action.fromFen, t),
    note: formatCardMoment(next.starts_at, locale),
    state: {
      label: t(label.key),
      tone: label.tone,
      live: { kind: 'performance', id, quietWhen: 'on_sale', state },
    },
  }
}
