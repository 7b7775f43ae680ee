import { formatMoment, formatTicketCode } from '#i18n/format.ts'
import type { IslandKey, IslandPart, IslandTexts } from '#i18n/island-areas.ts'
import {
  readTicketState,
  type PerformanceOrder,
  type Ticket,
} from '#features/order-core/kinds/performance.ts'
import { TicketCode } from '../TicketCode.tsx'

/** Message key of the line below the heading, by the state of the tickets. */
export function getTicketsLineKey(order: PerformanceOrder): IslandKey<'orderInfo'> {
  if (order.tickets.length === 0) return 'order_info:tickets_latin_none'
  const states = new Set(order.tickets.map((ticket) => readTicketState(order, ticket)))
  if (states.has('valid')) return 'order_info:tickets_latin'
  return states.has('used') ? 'order_info:tickets_latin_used' : 'order_info:tickets_latin_void'
}

/** The tickets of an order with their codes, followed by void tickets. */
export function Tickets({ order, ...part }: IslandPart<'orderInfo'> & { order: PerformanceOrder }) {
  const { locale, t } = part
  const { tickets } = order
  if (tickets.length === 0) return <p className="no-tickets">{t('order_info:no_tickets')}</p>
  const all = tickets.map((ticket, index) => {
    const state = readTicketState(order, ticket)
    const time = ticket.used_at === null ? '' : formatMoment(ticket.used_at, locale)
    return {
      ticket,
      state,
      label: t(`order_info:ticket_state_${state}`, { time }),
      place: t('order_info:ticket_of', { n: index + 1, count: tickets.length }),
    }
  })
  const active = all.filter(({ state }) => state !== 'void')
  const voided = all.filter(({ state }) => state === 'void')
  return (
    <>
      {active.length > 0 && (
        <ul className="order-tickets">
          {active.map(({ ticket, state, label, place }) => (
            <li className="ticket order-ticket" data-state={state} key={ticket.id}>
              <div>
                <p className="stub-tier">{ticket.tier}</p>
                <p className="stub-state">{label}</p>
                <p className="stub-count">{place}</p>
              </div>
              <Code ticket={ticket} t={t} />
            </li>
          ))}
        </ul>
      )}
      {voided.length > 0 && (
        <ul className="void-tickets">
          {voided.map(({ ticket, label, place }) => (
            <li key={ticket.id}>
              <span>
                {ticket.tier} · {place}
              </span>
              <span>{label}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Code({ ticket, t }: { ticket: Ticket; t: IslandTexts<'orderInfo'> }) {
  return (
    <div className="stub-code torn" data-edge="top">
      <TicketCode code={ticket.code} title={`${t('order_info:ticket_code')} ${ticket.code}`} />
      <p className="numeral">{formatTicketCode(ticket.code)}</p>
    </div>
  )
}
