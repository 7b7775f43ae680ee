import type { Show } from '#api/perform.ts'
import { findSaleStart, isOnSale, type SaleStart } from '#features/tickets/sale.ts'
import { formatDateTime } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Translate } from '#i18n/messages.ts'

/**
 * Joins the note and the features of a show to one line, without features that the note already names.
 */
export function formatShowNote(show: Show, t: Translate): string {
  const { note } = show
  const features = show.features.map((feature) => t(`drama:feature_${feature}`))
  if (note === null) return features.join(' · ')
  const isNamed = (feature: string) => note.toLowerCase().includes(feature.toLowerCase())
  return [note, ...features.filter((feature) => !isNamed(feature))].join(' · ')
}

export type BuyAction =
  { kind: 'buy'; fromFen: number } | ({ kind: 'wait' } & SaleStart) | { kind: 'none' }

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
