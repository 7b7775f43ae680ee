import { useCallback, useId, useState } from 'react'
import type * as v from 'valibot'
import type { IslandPart, IslandTexts } from '#i18n/island-areas.ts'
import { formatMoment, formatPrice } from '#i18n/format.ts'
import { Dialog } from '#features/ui/Dialog.tsx'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { useLoad } from '#features/ui/use-load.ts'
import { getPerformTicket } from '#api/perform.ts'
import type { PerformanceOrder } from '#features/order-core/kinds/performance.ts'
import { isOnSale } from '#features/order-core/on-sale.ts'
import { callApi } from '#stores/client.ts'
import { ExchangeQuote } from './ExchangeQuote.tsx'
import { readOffers, TicketChoice } from './TicketChoice.tsx'

type Props = IslandPart<'orderInfo'> & { order: PerformanceOrder }

/** Dialog for exchanging tickets of an order. */
export function ExchangeDialog({ onClose, ...props }: Props & { onClose: () => void }) {
  const { t } = props
  return (
    <Dialog title={t('order_info:exchange')} closeLabel={t('order:close')} onClose={onClose} isWide>
      <ExchangeForm {...props} />
    </Dialog>
  )
}

/** Selects the tickets to exchange, the new show and price level, and shows the price. */
function ExchangeForm({ order, ...part }: Props) {
  const { t } = part
  const { performance_id: id } = order
  const request = useCallback(
    (signal: AbortSignal) => callApi(getPerformTicket, { query: { id: String(id) }, signal }),
    [id],
  )
  const { state, retry } = useLoad(request)
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  if (state.status !== 'done')
    return <p className="dialog-text">{t('order_info:exchange_loading')}</p>
  const shows = listTargets(state.data.shows, order)
  if (shows.length === 0) return <p className="dialog-text">{t('order_info:exchange_none')}</p>
  return <Choice order={order} shows={shows} {...part} />
}

function Choice({ order, shows, ...part }: Props & { shows: readonly TargetShow[] }) {
  const { locale, t } = part
  const id = useId()
  const offers = readOffers(order)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    new Set(offers.size === 1 ? offers.keys() : []),
  )
  const [showId, setShowId] = useState<number | null>(null)
  const [tierId, setTierId] = useState<number | null>(null)
  const show = shows.find((each) => each.id === showId)
  const tiers = show ? listTiers(show, order, chosen) : []
  const tier = tiers.find((each) => each.id === tierId && each.places_left >= chosen.size)
  return (
    <>
      <TicketChoice
        legend={t('order_info:exchange_choose')}
        tickets={order.tickets}
        offers={offers}
        chosen={chosen}
        onChange={setChosen}
        t={t}
      />
      <div className="field exchange-date">
        <label htmlFor={id}>{t('order_info:exchange_date')}</label>
        <select
          id={id}
          value={showId ?? ''}
          onChange={({ target }) => setShowId(target.value === '' ? null : Number(target.value))}
        >
          <option value="">{t('forms:choose')}</option>
          {shows.map((each) => (
            <option key={each.id} value={each.id}>
              {formatMoment(each.starts_at, locale)} · {each.place.hall.name}
            </option>
          ))}
        </select>
      </div>
      {show && (
        <TierChoice tiers={tiers} count={chosen.size} chosen={tierId} onChange={setTierId} t={t} />
      )}
      {show && tier && chosen.size > 0 && (
        <ExchangeQuote
          key={`${[...chosen].join()} ${show.id} ${tier.id}`}
          order={order}
          ticketIds={[...chosen]}
          showId={show.id}
          tierId={tier.id}
          regularFen={tier.price_fen * chosen.size}
          {...part}
        />
      )}
    </>
  )
}

interface TierChoiceProps {
  tiers: TargetShow['tiers']
  /** Number of tickets to exchange. */
  count: number
  chosen: number | null
  onChange: (tierId: number) => void
  t: IslandTexts<'orderInfo'>
}

/** Radio buttons for the price levels of a show; those with too few places are disabled. */
function TierChoice({ tiers, count, chosen, onChange, t }: TierChoiceProps) {
  return (
    <fieldset className="ticket-choice">
      <legend>{t('order_info:exchange_tier')}</legend>
      {tiers.map((tier) => {
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

type TargetShow = v.InferOutput<typeof getPerformTicket.data>['shows'][number]

/** The price levels of a show for the chosen tickets: in their own show, those of the tickets are excluded. */
export function listTiers(
  { id, tiers }: Pick<TargetShow, 'id' | 'tiers'>,
  { show_id: currentShow, tickets }: Pick<PerformanceOrder, 'show_id' | 'tickets'>,
  chosen: ReadonlySet<number>,
): TargetShow['tiers'] {
  if (id !== currentShow) return tiers
  const held = new Set(tickets.map((ticket) => chosen.has(ticket.id) && ticket.tier))
  return tiers.filter(({ name }) => !held.has(name))
}

/**
 * The shows that tickets of an order can be exchanged for, the next one first. If all tickets of the order
 * have the same price level, that level of the same show is excluded.
 */
function listTargets(
  shows: readonly TargetShow[],
  { show_id: currentShow, lines }: Pick<PerformanceOrder, 'show_id' | 'lines'>,
): TargetShow[] {
  const [line, ...more] = lines
  const onlyTier = more.length === 0 ? line?.tier_id : undefined
  return shows
    .filter(isOnSale)
    .map((show) => ({
      ...show,
      tiers: show.tiers.filter(({ id }) => show.id !== currentShow || id !== onlyTier),
    }))
    .filter(({ tiers }) => tiers.some(({ places_left: left }) => left > 0))
    .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
}
