import type { IslandTexts } from '#i18n/island-areas.ts'
import { formatPrice } from '#i18n/format.ts'
import type { TargetShow } from './exchange-targets.ts'

interface Props {
  show: TargetShow
  /** Number of tickets to exchange. */
  count: number
  chosen: number | null
  onChange: (tierId: number) => void
  t: IslandTexts<'orderInfo'>
}

/** Radio buttons for the price levels of a show; those with too few places are disabled. */
export function TierChoice({ show, count, chosen, onChange, t }: Props) {
  return (
    <fieldset className="ticket-choice">
      <legend>{t('order_info:exchange_tier')}</legend>
      {show.tiers.map((tier) => {
        const hasPlaces = tier.places_left >= Math.max(1, count)
        return (
          <label className="option" key={tier.id}>
            <input
              type="radio"
              name="exchange-tier"
              disabled={!hasPlaces}
              checked={tier.id === chosen && hasPlaces}
              onChange={() => onChange(tier.id)}
            />
            <span>
              {tier.name}
              {!hasPlaces && ` · ${t('order_info:exchange_full')}`}
            </span>
            <span className="numeral">{formatPrice(tier.price_fen)}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
