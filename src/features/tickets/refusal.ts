import * as v from 'valibot'
import type { BusinessKey } from '#api/codes.ts'
import {
  EarlierOrderSchema,
  InsufficientSchema,
  QuoteSchema,
  type Quote,
} from '#api/order-creation.ts'
import type { Failure } from '#features/forms/failures.ts'

/** How the page handles a refused order. */
export type Refusal =
  /** The price has changed: shows both prices and lets the member confirm. */
  | { kind: 'price'; quote: Quote }
  /** Too few places: shows how many are left and reduces the quantity. */
  | { kind: 'insufficient'; tierId: number; left: number }
  /** Links to an earlier order, which is unpaid or turned out to be paid. */
  | { kind: 'earlier'; key: 'pending_order' | 'paid_order'; orderNo: string }
  | { kind: 'unauthorized' }
  /** Shows the message of the failure. */
  | { kind: 'other'; failure: Failure; isOutdated: boolean }

/** Refusals because the shown availability is outdated. */
const OUTDATED: ReadonlySet<string | undefined> = new Set<BusinessKey>([
  'sold_out',
  'sale_not_started',
  'sale_ended',
  'account_limit',
  'order_limit',
])

/** Determines how to handle a failure. */
export function readRefusal(failure: Failure): Refusal {
  if (failure.kind === 'unauthorized') return { kind: 'unauthorized' }
  if (failure.kind === 'failed') return { kind: 'other', failure, isOutdated: false }
  const { key, data } = failure
  if (key === 'price_changed' && v.is(QuoteSchema, data)) return { kind: 'price', quote: data }
  const isEarlier = key === 'pending_order' || key === 'paid_order'
  if (isEarlier && v.is(EarlierOrderSchema, data)) {
    return { kind: 'earlier', key, orderNo: data.order_no }
  }
  if (key === 'insufficient' && v.is(InsufficientSchema, data)) {
    return { kind: 'insufficient', tierId: data.tier_id, left: data.places_left }
  }
  return { kind: 'other', failure, isOutdated: OUTDATED.has(key) }
}
