import type { Order } from '#api/order.ts'
import { href } from '#routes.ts'
import { describeTime } from './describe-order.ts'
import { QrCode } from '#islands/ui/QrCode.tsx'
import type { PayPart } from './texts.ts'

type TicketOrder = Extract<Order, { type: 'performance' }>

/** The tickets of an order in short: stub, price level, code; the card at full height is a link away. */
export function TicketStubs({ order, locale, t }: PayPart & { order: TicketOrder }) {
  const { tickets, place } = order
  if (tickets.length === 0) return <p aria-live="polite">{t('pay:tickets_coming')}</p>
  return (
    <section className="stubs" aria-label={t('pay:tickets')}>
      <h2>{t('pay:tickets')}</h2>
      <ul>
        {tickets.map((ticket, index) => (
          <li key={ticket.id} className="ticket-stub" data-state={ticket.state}>
            <div>
              <h3>{order.title}</h3>
              <p className="numeral when">{describeTime(order, { locale })}</p>
              <p className="note">
                {place.hall.name} · {place.venue.name}
              </p>
              <p className="tier-name">
                {ticket.tier}
                <span className="note">
                  {t('pay:ticket_of', { number: index + 1, count: tickets.length })} ·{' '}
                  {t(`pay:ticket_${ticket.state}`)}
                </span>
              </p>
            </div>
            <a href={href('/order/DynamicInfoCard', locale, { id: order.order_no })}>
              {ticket.state === 'valid' && (
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
