import { formatMoment } from '#i18n/format.ts'
import type { IslandPart } from '#i18n/island-areas.ts'
import { href } from '#routes.ts'
import { ItemArt } from '#features/order-core/ItemArt.tsx'
import { readTicketState, type PerformanceOrder } from '#features/order-core/kinds/performance.ts'
import { QrCode } from '#features/ui/QrCode.tsx'

/** A compact list of an order's tickets: show, price level, code; each links to the ticket card. */
export function TicketStubs({ order, locale, t }: IslandPart<'pay'> & { order: PerformanceOrder }) {
  const { tickets, place } = order
  if (tickets.length === 0) return <p aria-live="polite">{t('pay:tickets_coming')}</p>
  return (
    <section className="stubs" aria-label={t('pay:tickets')}>
      <ul>
        {tickets.map((ticket, index) => (
          <li key={ticket.id} className="ticket ticket-stub" data-state={ticket.state}>
            <ItemArt order={order} sizes="(max-width: 767px) 28vw, 190px" />
            <div className="ticket-text">
              <h3>{order.title}</h3>
              <p className="numeral when">{formatMoment(order.starts_at, locale)}</p>
              <p className="note">
                {place.hall.name}&nbsp;· {place.venue.name}
              </p>
              <p className="tier-name">
                {ticket.tier}
                <span className="note">
                  {t('pay:ticket_of', { number: index + 1, count: tickets.length })} ·{' '}
                  {t(`pay:ticket_${readTicketState(order, ticket)}`)}
                </span>
              </p>
            </div>
            <a
              className="torn"
              href={href('/order/DynamicInfoCard', locale, { id: order.order_no })}
            >
              {readTicketState(order, ticket) === 'valid' && (
                <div className="qr">
                  <QrCode
                    value={ticket.code}
                    title={t('pay:ticket_alt', { tier: ticket.tier })}
                    size={264}
                    margin={2}
                  />
                </div>
              )}
              <span className="open">{t('pay:ticket_open')}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
