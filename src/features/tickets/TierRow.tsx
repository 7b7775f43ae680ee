import type { IslandTexts } from '#i18n/island-areas.ts'
import { formatPrice } from '#i18n/format.ts'
import { SHOW_LABELS } from '#i18n/state-labels.ts'
import type { Limit, TicketTier } from './choice.ts'

interface Props {
  tier: TicketTier
  count: number
  limit: Limit
  onChange: (count: number) => void
  t: IslandTexts<'tickets'>
}

/** A price level: name, price, member price, state and quantity. */
export function TierRow({ tier, count, limit, onChange, t }: Props) {
  const { name, price_fen, member_price_fen, places_left } = tier
  // Levels can be selected before the sale for everyone: members buy first.
  const state = tier.state === 'not_on_sale' && places_left === 0 ? 'sold_out' : tier.state
  const { key, tone } = SHOW_LABELS[state]
  const isFull = count >= limit.max
  const isLimited = isFull && (count > 0 || limit.by === 'account')
  return (
    <li className="tier" data-state={tier.state} data-chosen={count > 0 || undefined}>
      <span className="name">
        {name}
        <small className="ticket-state" data-tone={tone}>
          {state === 'not_on_sale' ? t('tickets:for_members') : t(key, { count: places_left })}
        </small>
      </span>
      <span className="price">
        <span className="numeral">
          {price_fen === 0 ? t('tickets:free') : formatPrice(price_fen)}
        </span>
        {member_price_fen < price_fen && (
          <small>
            {member_price_fen === 0
              ? t('tickets:tier_members_free')
              : t('tickets:tier_member', { price: formatPrice(member_price_fen) })}
          </small>
        )}
      </span>
      <span className="stepper">
        <button
          type="button"
          aria-label={t('tickets:less', { tier: name })}
          // Not `disabled`, so that the buttons keep the focus at their limits.
          aria-disabled={count === 0}
          onClick={() => count === 0 || onChange(count - 1)}
        >
          −
        </button>
        <output className="numeral" aria-label={t('tickets:count', { count, tier: name })}>
          {count}
        </output>
        <button
          type="button"
          aria-label={t('tickets:more', { tier: name })}
          aria-disabled={isFull}
          onClick={() => isFull || onChange(count + 1)}
        >
          +
        </button>
      </span>
      <p className="limit" aria-live="polite">
        {isLimited && t(`tickets:limit_${limit.by}`, { count: limit.allowed })}
      </p>
    </li>
  )
}
