import type { IslandProps, IslandTexts } from '#i18n/island-areas.ts'
import { formatTime } from '#i18n/format.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { Bill } from './Bill.tsx'
import { NotOnSale } from './NotOnSale.tsx'
import { ShowList } from './ShowList.tsx'
import { TierRow } from './TierRow.tsx'
import { useTicketOrder } from './use-ticket-order.ts'
import { useTickets } from './use-tickets.ts'
import '#features/ui/controls.css'
import '#features/forms/forms.css'
import './buy-tickets.css'
import './bill.css'
import './not-on-sale.css'

interface Props extends IslandProps<'tickets'> {
  performanceId: number
  /** The ticket rules of the organisation. */
  rules: readonly { title: string; text: string }[]
}

/** Selects a date, price levels and quantities. */
export function BuyTickets({ locale, messages, performanceId, rules }: Props) {
  const t = useTexts(messages)
  const tickets = useTickets(performanceId)
  const order = useTicketOrder(performanceId, tickets, locale)
  const { state, data, show, counts } = tickets
  if (state.status === 'failed') {
    return <LoadFailure error={state.error} t={t} onRetry={tickets.reload} />
  }
  if (!data) return <Skeleton t={t} />
  if (!show) {
    return (
      <>
        <NotOnSale performanceId={performanceId} data={data} locale={locale} t={t} />
        <Rules rules={rules} t={t} />
      </>
    )
  }
  return (
    <div className="tickets">
      <div className="tickets-choice">
        <ShowList
          data={data}
          chosen={show.id}
          onChoose={(id) => {
            order.clear()
            tickets.chooseShow(id)
          }}
          locale={locale}
          t={t}
        />
        <section className="tiers" aria-label={t('tickets:tiers')}>
          <h2>{t('tickets:tiers')}</h2>
          <ul>
            {show.tiers.map((tier) => (
              <TierRow
                key={tier.id}
                tier={tier}
                count={counts[tier.id] ?? 0}
                limit={tickets.limitFor(tier)}
                onChange={(count) => {
                  order.clear()
                  tickets.setCount(tier, count)
                }}
                t={t}
              />
            ))}
          </ul>
          <p className="as-of">{t('tickets:as_of', { time: formatTime(data.server_time) })}</p>
        </section>
      </div>
      <Bill tickets={tickets} order={order} locale={locale} t={t} />
      <Rules rules={rules} t={t} />
    </div>
  )
}

function Rules({ rules, t }: Pick<Props, 'rules'> & { t: IslandTexts<'tickets'> }) {
  if (rules.length === 0) return null
  return (
    <section className="ticket-rules" aria-label={t('tickets:rules')}>
      <h2>{t('tickets:rules')}</h2>
      <dl className="facts">
        {rules.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Placeholder with the layout of the page while availability loads. */
function Skeleton({ t }: { t: IslandTexts<'tickets'> }) {
  return (
    <div className="tickets" aria-busy="true">
      <output className="visually-hidden">{t('tickets:loading')}</output>
      <div className="tickets-choice" aria-hidden="true">
        {Array.from({ length: 6 }, (_, row) => (
          <div className="show skeleton-block" key={row} />
        ))}
      </div>
      <div className="bill skeleton-block" aria-hidden="true" />
    </div>
  )
}
