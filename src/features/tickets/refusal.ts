import * as v from 'valibot'
import type { BusinessKey } from '#api/codes.ts'
import { InsufficientSchema, PendingOrderSchema, QuoteSchema, type Quote } from '#api/order.ts'
import type { Failure } from '#features/forms/failures.ts'

/** What the page does about an order that was not made. */
export type Refusal =
  /** Show the old and the new price, and ask again. */
  | { kind: 'price'; quote: Quote }
  /** Say how many are left, and lower the number. */
  | { kind: 'insufficient'; tierId: number; left: number }
  /** Offer the order that is waiting to be paid. */
  | { kind: 'pending'; orderNo: string }
  | { kind: 'unauthorized' }
  /** The words of the catalogue; `reload`: places and states are not what the page shows. */
  | { kind: 'words'; failure: Failure; reload: boolean }

const RELOADING: ReadonlySet<string | undefined> = new Set<BusinessKey>([
  'sold_out',
  'sale_not_started',
  'sale_ended',
  'account_limit',
  'order_limit',
])

/** Reads what a refused order means for the choice (mission flow A 5). */
export function readRefusal(failure: Failure): Refusal {
  if (failure.kind === 'unauthorized') return { kind: 'unauthorized' }
  if (failure.kind === 'refused') {
    const { key, data } = failure
    if (key === 'price_changed' && v.is(QuoteSchema, data)) return { kind: 'price', quote: data }
    if (key === 'pending_order' && v.is(PendingOrderSchema, data)) {
      return { kind: 'pending', orderNo: data.order_no }
    }
    if (key === 'insufficient' && v.is(InsufficientSchema, data)) {
      return { kind: 'insufficient', tierId: data.tier_id, left: data.places_left }
    }
    return { kind: 'words', failure, reload: RELOADING.has(key) }
  }
  return { kind: 'words', failure, reload: false }
}
