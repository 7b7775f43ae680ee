import type { Show } from '#api/perform.ts'
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
  | { kind: 'buy'; fromFen: number }
  /** `membersFrom`: start of sale for members, if it is earlier. */
  | { kind: 'wait'; opensAt: string; membersFrom: string | null }
  | { kind: 'none' }

export const isOnSale = ({ state }: Pick<Show, 'state'>): boolean =>
  state === 'on_sale' || state === 'few_left'

/** Chooses the action of a performance: buy, wait for the sale, or none. */
export function chooseAction(shows: Show[]): BuyAction {
  const open = shows.filter(isOnSale)
  if (open.length > 0) {
    return { kind: 'buy', fromFen: Math.min(...open.map((show) => show.price_from_fen)) }
  }
  const [next] = shows
    .filter(({ state }) => state === 'not_on_sale')
    .toSorted((a, b) => Date.parse(a.sale_starts_at) - Date.parse(b.sale_starts_at))
  if (!next) return { kind: 'none' }
  const { sale_starts_at: opensAt, member_sale_starts_at: earlier } = next
  const membersFrom = Date.parse(earlier) < Date.parse(opensAt) ? earlier : null
  return { kind: 'wait', opensAt, membersFrom }
}

/** When the sale starts for everyone and, if it is earlier, for members. */
export function formatSaleStart(
  { opensAt, membersFrom }: Extract<BuyAction, { kind: 'wait' }>,
  locale: Locale,
  t: Translate,
): string {
  const date = formatDateTime(opensAt, locale)
  return membersFrom === null
    ? t('drama:sale_opens', { date })
    : t('drama:sale_opens_members', { members: formatDateTime(membersFrom, locale), date })
}
