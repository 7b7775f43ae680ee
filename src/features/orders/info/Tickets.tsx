import { formatMoment, formatTicketCode } from '#i18n/format.ts'
import type { IslandKey, IslandPart, IslandTexts } from '#i18n/island-areas.ts'
import { readTicketState } from '#features/order-core/ticket-state.ts'
import { TicketCode } from '../TicketCode.tsx'
import type { PerformanceOrder, Ticket } from '../ticket-text.ts'

/** The word for the state of a ticket. */
function describeTicket(
  order: PerformanceOrder,
  ticket: Ticket,
  part: IslandPart<'order'>,
): string {
  const { used_at: usedAt } = ticket
  return part.t(`order:ticket_state_${readTicketState(order, ticket)}`, {
    time: usedAt === null ? '' : formatMoment(usedAt, part.locale),
  })
}

/** The line below the heading: what the tickets are good for now. */
export function nameTicketsLine(order: PerformanceOrder): IslandKey<'order'> {
  const { tickets } = order
  if (tickets.length === 0) return 'order:tickets_latin_none'
  const states = new Set(tickets.map((ticket) => readTicketState(order, ticket)))
  if (states.has('valid')) return 'order:tickets_latin'
  return states.has('used') ? 'order:tickets_latin_used' : 'order:tickets_latin_void'
}

/** The tickets of an order, one code each, and below them those that are void. */
export function Tickets({ order, ...part }: IslandPart<'order'> & { order: PerformanceOrder }) {
  const { t } = part
  const { tickets } = order
  if (tickets.length === 0) return <p className="no-tickets">{t('order:no_tickets')}</p>
  const all = tickets.map((ticket, index) => ({
    ticket,
    place: t('order:ticket_of', { n: index + 1, count: tickets.length }),
  }))
  const live = all.filter(({ ticket }) => ticket.state !== 'void')
  const ended = all.filter(({ ticket }) => ticket.state === 'void')
  return (
    <>
      {live.length > 0 && (
        <ul className="order-tickets">
          {live.map(({ ticket, place }) => (
            <li
              className="ticket order-ticket"
              data-state={readTicketState(order, ticket)}
              key={ticket.id}
            >
              <div>
                <p className="stub-tier">{ticket.tier}</p>
                <p className="stub-state" data-state={readTicketState(order, ticket)}>
                  {describeTicket(order, ticket, part)}
                </p>
                <p className="stub-count">{place}</p>
              </div>
              <Code ticket={ticket} t={t} />
            </li>
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <ul className="void-tickets">
          {ended.map(({ ticket, place }) => (
            <li key={ticket.id}>
              <span>
                {ticket.tier} · {place}
              </span>
              <span>{describeTicket(order, ticket, part)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Code({ ticket, t }: { ticket: Ticket; t: IslandTexts<'order'> }) {
  return (
    <div className="stub-code torn" data-edge="top">
      <TicketCode code={ticket.code} title={`${t('order:ticket_code')} ${ticket.code}`} />
      <p className="numeral">{formatTicketCode(ticket.code)}</p>
    </div>
  )
}
