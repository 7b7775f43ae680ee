import { href } from '#routes.ts'
import { formatMoment } from '../facts.ts'
import { TicketCode } from '../TicketCode.tsx'
import type { OrderPart, OrderTexts } from '../texts.ts'
import { groupCode, type PerformanceOrder, type Ticket } from '../ticket-text.ts'

/** The word for the state of a ticket. */
export function describeTicket({ state, used_at: usedAt }: Ticket, part: OrderPart): string {
  const { t } = part
  return t(`order:ticket_state_${state}`, {
    time: usedAt === null ? '' : formatMoment(usedAt, part),
  })
}

/** The tickets of an order, one code each. */
export function Tickets({ order, ...part }: OrderPart & { order: PerformanceOrder }) {
  const { locale, t } = part
  const { tickets } = order
  if (tickets.length === 0) return <p className="no-tickets">{t('order:no_tickets')}</p>
  return (
    <>
      <ul className="ticket-stubs">
        {tickets.map((ticket, index) => (
          <li className="ticket-stub" data-state={ticket.state} key={ticket.id}>
            <div>
              <p className="stub-tier">{ticket.tier}</p>
              <p className="stub-state" data-state={ticket.state}>
                {describeTicket(ticket, part)}
              </p>
              <p className="stub-count">
                {t('order:ticket_of', { n: index + 1, count: tickets.length })}
              </p>
            </div>
            {ticket.state !== 'void' && <Code ticket={ticket} t={t} />}
          </li>
        ))}
      </ul>
      <a className="button" href={href('/order/DynamicInfoCard', locale, { id: order.order_no })}>
        {t('order:open_card')}
      </a>
    </>
  )
}

function Code({ ticket, t }: { ticket: Ticket; t: OrderTexts }) {
  return (
    <div className="stub-code">
      <TicketCode code={ticket.code} title={`${t('order:ticket_code')} ${ticket.code}`} />
      <p className="numeral">{groupCode(ticket.code)}</p>
    </div>
  )
}
