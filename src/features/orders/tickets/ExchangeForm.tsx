import { useCallback, useId, useState } from 'react'
import type { IslandPart } from '#i18n/island-areas.ts'
import { formatMoment } from '#i18n/format.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { useLoad } from '#features/ui/use-load.ts'
import type { PerformanceOrder } from '../ticket-text.ts'
import { ExchangeQuote } from './ExchangeQuote.tsx'
import { listTargets, type TargetShow } from './exchange-targets.ts'
import { requestShows } from './request.ts'
import { readOffers, TicketChoice } from './TicketChoice.tsx'
import { TierChoice } from './TierChoice.tsx'

type Props = IslandPart<'orderInfo'> & { order: PerformanceOrder }

/** Selects the tickets to exchange, the new show and price level, and shows the price. */
export function ExchangeForm({ order, ...part }: Props) {
  const { t } = part
  const { performance_id: id } = order
  const request = useCallback((signal: AbortSignal) => requestShows(id, signal), [id])
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
  const [showId, setShow] = useState<number | null>(null)
  const [tierId, setTier] = useState<number | null>(null)
  const show = shows.find((each) => each.id === showId)
  const tier = show?.tiers.find((each) => each.id === tierId && each.places_left >= chosen.size)
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
          onChange={({ target }) => setShow(target.value === '' ? null : Number(target.value))}
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
        <TierChoice show={show} count={chosen.size} chosen={tierId} onChange={setTier} t={t} />
      )}
      {show && tier && chosen.size > 0 && (
        <ExchangeQuote
          key={`${[...chosen].join()} ${show.id} ${tier.id}`}
          order={order}
          ticketIds={[...chosen]}
          showId={show.id}
          tierId={tier.id}
          {...part}
        />
      )}
    </>
  )
}
