import { useCallback, useState } from 'react'
import { failureOfAnswer, failureOfError, type Failure } from '#islands/forms/failures.ts'
import { useLoad } from '#islands/ui/use-load.ts'
import type { HeldOrder } from './read-order.ts'
import { requestOrders, type OrderPage, type OrderWish } from './request.ts'

/** Puts a changed order in the place of the old one, and more orders after those that are there. */
export function mergeOrders(page: OrderPage, next: readonly HeldOrder[]): HeldOrder[] {
  const numbers = new Map(next.map((held) => [held.order.order_no, held]))
  const kept = page.items.map((held) => numbers.get(held.order.order_no) ?? held)
  const known = new Set(page.items.map(({ order }) => order.order_no))
  return [...kept, ...next.filter(({ order }) => !known.has(order.order_no))]
}

/** Own orders of a kind and status, page by page. */
export function useOrders({ type, status }: OrderWish) {
  const ask = useCallback(
    (signal: AbortSignal) => requestOrders({ type, status }, 1, signal),
    [type, status],
  )
  const { state, retry, set } = useLoad(ask)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function askMore(page: OrderPage): Promise<void> {
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

  const change = (page: OrderPage, held: HeldOrder): void =>
    set({ ...page, items: mergeOrders(page, [held]) })

  return { state, retry, askMore, change, isBusy, failure }
}
