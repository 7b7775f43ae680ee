import { getPerformTicket } from '#api/perform.ts'
import { exchangeTickets, quoteExchange, refundTickets } from '#api/ticket-changes.ts'
import { recordTiming } from '#features/ui/record-timing.ts'
import { callApi } from '#stores/client.ts'

/** Requests the shows of a performance with their price levels. */
export const requestShows = (id: number, signal: AbortSignal) =>
  callApi(getPerformTicket, { query: { id: String(id) }, signal })

export interface ExchangeBody {
  order_no: string
  ticket_ids: number[]
  show_id: number
  tier_id: number
}

export const requestExchangeQuote = (body: ExchangeBody, signal: AbortSignal) =>
  callApi(quoteExchange, { body, signal })

interface ConfirmedExchange extends ExchangeBody {
  expected_payable_fen: number
  expected_refund_fen: number
}

/** Exchanges tickets at the confirmed price; the same idempotency key returns the same order. */
export const requestExchange = (body: ConfirmedExchange, idempotencyKey: string) =>
  callApi(exchangeTickets, { body, idempotencyKey })

interface TicketRefund {
  order_no: string
  ticket_ids: number[]
  expected_refund_fen: number
}

/** Refunds single tickets, once per idempotency key. */
export const requestTicketRefund = (body: TicketRefund, idempotencyKey: string) =>
  recordTiming(() => callApi(refundTickets, { body, idempotencyKey }))
