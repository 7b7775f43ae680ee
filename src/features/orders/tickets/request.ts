import type * as v from 'valibot'
import { getPerformTicket } from '#api/perform.ts'
import { exchangeTickets, quoteExchange, refundTickets } from '#api/ticket-changes.ts'
import { recordTiming } from '#features/ui/record-timing.ts'
import { callApi } from '#stores/client.ts'

/** Requests the shows of a performance with their price levels. */
export const requestShows = (id: number, signal: AbortSignal) =>
  callApi(getPerformTicket, { query: { id: String(id) }, signal })

export type ExchangeBody = v.InferInput<typeof quoteExchange.body>
export type ExchangePrices = v.InferOutput<typeof quoteExchange.data>

export const requestExchangeQuote = (body: ExchangeBody, signal: AbortSignal) =>
  callApi(quoteExchange, { body, signal })

type ConfirmedExchange = v.InferInput<typeof exchangeTickets.body>

/** Exchanges tickets at the confirmed price; the same idempotency key returns the same order. */
export const requestExchange = (body: ConfirmedExchange, idempotencyKey: string) =>
  callApi(exchangeTickets, { body, idempotencyKey })

type TicketRefund = v.InferInput<typeof refundTickets.body>

/** Refunds single tickets, once per idempotency key. */
export const requestTicketRefund = (body: TicketRefund, idempotencyKey: string) =>
  recordTiming(() => callApi(refundTickets, { body, idempotencyKey }))
