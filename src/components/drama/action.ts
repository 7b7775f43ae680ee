import type { ItemAction } from '#components/section/item-action.ts'
import type { PerformanceContent } from '#content/performances.ts'
import type { SiteContent } from '#content/site.ts'
import { formatLowestCost } from '#i18n/format-cost.ts'
import { formatCardMoment } from '#i18n/format-card-date.ts'
import { formatDateTime } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Translate } from '#i18n/messages.ts'
import { localizePath } from '#i18n/paths.ts'
import { PERFORMANCE_LABELS } from '#i18n/state-labels.ts'
import { href } from '#routes.ts'
import { chooseAction, isOnSale } from './show-notes.ts'

interface Context {
  site: Pick<SiteContent, 'can_buy_online'>
  locale: Locale
  t: Translate
}

/** Returns the action of a performance: buy tickets, wait for the sale, or the reason for neither. */
export function getPerformanceAction(
  { id, state, shows }: Pick<PerformanceContent, 'id' | 'state' | 'shows'>,
  { site, locale, t }: Context,
): ItemAction {
  const action = chooseAction(shows)
  const label = PERFORMANCE_LABELS[state]
  if (action.kind === 'wait') {
    const { opensAt } = action
    const date = formatDateTime(opensAt, locale)
    return {
      kind: 'wait',
      label: t('drama:sale_opens', { date }),
      calendar: localizePath(`/calendar/ics/performance-${id}.ics`, locale),
    }
  }
  const next = shows.find(isOnSale)
  if (action.kind === 'none' || !next) return { kind: 'over', label: t(label.key) }
  const { starts_at: time } = next
  return {
    kind: 'act',
    label: site.can_buy_online ? t('drama:buy') : t('common:box_office'),
    href: site.can_buy_online ? href('/drama/buyTicket', locale, { id }) : '#dates',
    price: formatLowestCost(action.fromFen, t),
    note: formatCardMoment(time, locale),
    state: {
      label: t(label.key),
      tone: label.tone,
      live: { kind: 'performance', id, quietWhen: 'on_sale', state },
    },
  }
}
