import { useCallback } from 'react'
import { useAction } from '#features/forms/use-action.ts'
import type { TimedOrder } from '#features/order-core/timed-order.ts'
import { useLoad } from '#features/ui/use-load.ts'
import type { Translate } from '#i18n/messages.ts'
import { requestOrders, type OrderPage, type OrderFilter } from './request.ts'

/** Puts a changed order in the place of the old one, and more orders after those that are there. */
export function mergeOrders(page: OrderPage, next: readonly TimedOrder[]): TimedOrder[] {
  const numbers = new Map(next.map((order) => [order.order_no, order]))
  const updated = page.items.map((order) => numbers.get(order.order_no) ?? order)
  const known = new Set(page.items.map(({ order_no: number }) => number))
  return [...updated, ...next.filter(({ order_no: number }) => !known.has(number))]
}

/** Own orders of a kind and status, page by page. */
export function useOrders({ type, status }: OrderFilter, t: Translate<'errors'>) {
  const requestFirst = useCallback(
    (signal: AbortSignal) => requestOrders({ type, status }, 1, signal),
    [type, status],
  )
  const { state, retry, set } = useLoad(requestFirst)
  const { isBusy, error, run } = useAction(t)

  const loadMore = (page: OrderPage): Promise<void> =>
    run(
      () => requestOrders({ type, status }, page.page + 1),
      // An order that came meanwhile moves the pages by one: nothing is shown twice.
      (next) => set({ ...next, items: mergeOrders(page, next.items) }),
    )

  const change = (page: OrderPage, order: TimedOrder): void =>
    set({ ...page, items: mergeOrders(page, [order]) })

  return { state, retry, loadMore, change, isBusy, error }
}
