import type { Show } from '#api/perform.ts'
import { isOnSale } from '#features/order-core/on-sale.ts'
import { findSaleStart, type SaleStart } from '#features/tickets/sale.ts'
import { formatDateTime } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Translate } from '#i18n/messages.ts'

export type BuyAction =
  | { kind: 'buy'; fromFen: number }
  | ({ kind: 'wait' } & SaleStart)
  | { kind: 'none' }

/** Chooses the action of a performance: buy, wait for the sale, or none. */
export function chooseAction(shows: Show[]): BuyAction {
  const open = shows.filter(isOnSale)
  if (open.length > 0) {
    return { kind: 'buy', fromFen: Math.min(...open.map((show) => show.price_from_fen)) }
  }
  const start = findSaleStart(shows)
  return start ? { kind: 'wait', ...start } : { kind: 'none' }
}

/** When the sale starts for everyone and, if it is earlier, for members. */
export function formatSaleStart(
  { opensAt, membersFrom }: SaleStart,
  locale: Locale,
  t: Translate,
): string {
  const date = formatDateTime(opensAt, locale)
  return membersFrom === null
    ? t('drama:sale_opens', { date })
    : t('drama:sale_opens_members', { members: formatDateTime(membersFrom, locale), date })
}
