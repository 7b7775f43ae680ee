import type * as v from 'valibot'
import { quoteOrder } from '#api/order-creation.ts'
import { getPerformTicket, queryPerformTicket } from '#api/perform.ts'
import { callApi } from '#stores/client.ts'
import { toLines, type Counts } from './choice.ts'

export type TicketQuote = v.InferOutput<typeof quoteOrder.data>

export const requestTickets = (id: number) => (signal: AbortSignal) =>
  callApi(getPerformTicket, { query: { id: String(id) }, signal })

export const requestQuote = (showId: number, counts: Counts, signal: AbortSignal) =>
  callApi(quoteOrder, { body: { show_id: showId, lines: toLines(counts) }, signal })

export const requestTier = (showId: number, tierId: number) =>
  callApi(queryPerformTicket, { query: { show_id: String(showId), tier_id: String(tierId) } })
