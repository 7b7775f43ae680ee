import type { IslandTexts } from '#i18n/island-areas.ts'
import { formatPrice } from '#i18n/format.ts'
import type { PerformanceOrder, Ticket } from '#features/order-core/kinds/performance.ts'
import '#features/forms/forms.css'
import './ticket-choice.css'

interface Props {
  legend: string
  tickets: readonly Ticket[]
  /** Refund amounts in fen by the id of each available ticket. */
  offers: ReadonlyMap<number, number>
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
  t: IslandTexts<'orderInfo'>
}

/** The tickets that can be refunded or exchanged singly: refund amounts in fen by ticket id. */
export const readOffers = ({ tickets }: PerformanceOrder): Props['offers'] =>
  new Map(tickets.flatMap(({ id, refund_fen: fen }) => (fen === null ? [] : [[id, fen]])))

/** Checkboxes for the tickets of an order, numbered as on the order page. */
export function TicketChoice({ legend, tickets, offers, chosen, onChange, t }: Props) {
  function toggle(id: number): void {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <fieldset className="ticket-choice">
      <legend>{legend}</legend>
      {tickets.map((ticket, index) => {
        const fen = offers.get(ticket.id)
        return (
          fen !== undefined && (
            <label className="option" key={ticket.id}>
              <input
                type="checkbox"
                checked={chosen.has(ticket.id)}
                onChange={() => toggle(ticket.id)}
              />
              <span>
                {ticket.tier} · {t('order_info:ticket_of', { n: index + 1, count: tickets.length })}
              </span>
              <span className="numeral">{formatPrice(fen)}</span>
            </label>
          )
        )
      })}
    </fieldset>
  )
}
