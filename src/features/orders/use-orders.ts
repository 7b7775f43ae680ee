import { useCallback, useState } from 'react'
import { failureOfAnswer, failureOfError, type Failure } from '#features/forms/failures.ts'
import { useLoad } from '#features/ui/use-load.ts'
import type { OrderWithDeadline } from './with-deadline.ts'
import { requestOrders, type OrderPage, type OrderFilter } from './request.ts'

/** Puts a changed order in the place of the old one, and more orders after those that are there. */
export function mergeOrders(
  page: OrderPage,
  next: readonly OrderWithDeadline[],
): OrderWithDeadline[] {
  const numbers = new Map(next.map((item) => [item.order.order_no, item]))
  const updated = page.items.map((item) => numbers.get(item.order.order_no) ?? item)
  const known = new Set(page.items.map(({ order }) => order.order_no))
  return [...updated, ...next.filter(({ order }) => !known.has(order.order_no))]
}

/** Own orders of a kind and status, page by page. */
export function useOrders({ type, status }: OrderFilter) {
  const requestFirst = useCallback(
    (signal: AbortSignal) => requestOrders({ type, status }, 1, signal),
    [type, status],
  )
  const { state, retry, set } = useLoad(requestFirst)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function loadMore(page: OrderPage): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      const answer = await requestOrders({ type, status }, page.page + 1)
      // An order that came meanwhile moves the pages by one: nothing is shown twice.
      if (answer.status === 'ok')
        set({ ...answer.data, items: mergeOrders(page, answer.data.items) })
      else setFailure(failureOfAnswer(answer))
    } catch (error) {
      setFailure(failureOfError(error))
    } finally {
      setBusy(false)
    }
  }

  const change = (page: OrderPage, item: OrderWithDeadline): void =>
    set({ ...page, items: mergeOrders(page, [item]) })

  return { state, retry, loadMore, change, isBusy, failure }
}
