import { useCallback, useState } from 'react'
import { failureOfResult, failureOfError, type Failure } from '#features/forms/failures.ts'
import { useLoad } from '#features/ui/use-load.ts'
import type { OrderWithDeadline } from './with-deadline.ts'
import { requestOrders, type OrderPage, type OrderFilter } from './request.ts'

/** Merges orders into a page: changed orders replace their previous versions, new ones are appended. */
export function mergeOrders(
  page: OrderPage,
  next: readonly OrderWithDeadline[],
): OrderWithDeadline[] {
  const byNumber = new Map(next.map((item) => [item.order.order_no, item]))
  const updated = page.items.map((item) => byNumber.get(item.order.order_no) ?? item)
  const listedNumbers = new Set(page.items.map(({ order }) => order.order_no))
  return [...updated, ...next.filter(({ order }) => !listedNumbers.has(order.order_no))]
}

/** Loads the member's orders of a kind and status, page by page. */
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
      const result = await requestOrders({ type, status }, page.page + 1)
      // A new order shifts the pages, so the response may contain orders that are already listed.
      if (result.status === 'ok')
        set({ ...result.data, items: mergeOrders(page, result.data.items) })
      else setFailure(failureOfResult(result))
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
