import type { Show } from '#api/perform.ts'
import type { Translate } from '#i18n/translate.ts'

/** What is special about a show, in one line: its own note first, then its features. */
export function noteOf(show: Show, t: Translate): string {
  const features = show.features.map((feature) => t(`drama:feature_${feature}`))
  return [...new Set([...(show.note === null ? [] : [show.note]), ...features])].join(' · ')
}

export type BuyAction =
  { kind: 'buy'; fromFen: number } | { kind: 'wait'; opensAt: string } | { kind: 'none' }

/** What the one button of a performance does: buy, wait for the sale, or nothing any more. */
export function chooseAction(shows: Show[]): BuyAction {
  const open = shows.filter(({ state }) => ['on_sale', 'few_left', 'moved'].includes(state))
  if (open.length > 0) {
    return { kind: 'buy', fromFen: Math.min(...open.map((show) => show.price_from_fen)) }
  }
  const [next] = shows
    .filter(({ state }) => state === 'not_on_sale')
    .map((show) => show.sale_starts_at)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
  return next === undefined ? { kind: 'none' } : { kind: 'wait', opensAt: next }
}
