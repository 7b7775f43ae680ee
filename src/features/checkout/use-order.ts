import { useEffect, useEffectEvent, useState } from 'react'
import { TOO_MANY_CALLS } from '#api/codes.ts'
import { ApiError, isNotFound, RefusalError } from '#client/errors.ts'
import type { OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { requestOrder } from '#features/order-core/request-order.ts'
import { createResponseOrder } from '#features/ui/response-order.ts'
import { useRestored } from '#features/ui/use-restored.ts'
import type { IslandPart } from '#i18n/island-areas.ts'
import { waitAtLeast } from '#stores/loading.ts'
import { POLL_MS } from './watch.ts'

export type OrderState =
  | { status: 'loading' }
  | { status: 'missing' }
  | { status: 'failed'; error: unknown }
  /** `isOffline`: the last request failed, and `order` is the last known state. */
  | { status: 'done'; order: OrderWithTiming; isOffline: boolean }

/** A rate-limit refusal is not a network failure: polling continues as usual. */
const isRateLimited = (error: unknown): boolean =>
  error instanceof ApiError && error.code === TOO_MANY_CALLS

/** Loads an order and polls it while its payment is pending and the page is visible. */
export function useOrder(orderNo: string | null) {
  const [state, setState] = useState<OrderState>(
    orderNo === null ? { status: 'missing' } : { status: 'loading' },
  )
  const [responses] = useState(() => createResponseOrder())

  function fail(error: unknown): null {
    if (isNotFound(error)) setState({ status: 'missing' })
    else {
      setState((shown) =>
        shown.status === 'done'
          ? { ...shown, isOffline: !isRateLimited(error) }
          : { status: 'failed', error },
      )
    }
    return null
  }

  /** Requests the order. @returns the order, or null if the request failed */
  function refresh(): Promise<OrderWithTiming | null> {
    if (orderNo === null) return Promise.resolve(null)
    const isFirst = state.status !== 'done'
    const isNewest = responses.begin()
    const request = requestOrder(orderNo)
    return (isFirst ? waitAtLeast(request) : request)
      .then((result) => {
        // Without a session, `MemberGate` takes over.
        if (result.status === 'unauthorized') return null
        if (result.status === 'refused') throw new RefusalError(result.code, result.msg)
        if (isNewest()) setState({ status: 'done', order: result.data, isOffline: false })
        return result.data
      })
      .catch((error: unknown) => (isNewest() ? fail(error) : null))
  }

  const refreshNow = useEffectEvent(() => refresh())
  useEffect(() => void refreshNow(), [])
  useRestored(() => void refresh())

  const isPending = state.status === 'done' && state.order.status === 'pending'
  useEffect(() => {
    if (!isPending) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const schedule = (afterMs = POLL_MS) => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(() => void poll(), afterMs)
    }
    async function poll(): Promise<void> {
      await refreshNow()
      if (!isOver) schedule()
    }
    // A member who returns from the payment app sees the result at once. Browsers send both events then.
    const wake = () => schedule(0)
    schedule()
    document.addEventListener('visibilitychange', wake)
    addEventListener('focus', wake)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
      removeEventListener('focus', wake)
    }
  }, [isPending])

  return {
    state,
    refresh,
    retry(): void {
      setState({ status: 'loading' })
      void refresh()
    },
    /** Sets the order from the response of another call. */
    set(next: OrderWithTiming): void {
      responses.discardRunning()
      setState({ status: 'done', order: next, isOffline: false })
    },
  }
}
export type OrderWatch = ReturnType<typeof useOrder>

/** Props that the parts of the checkout share. */
export interface CheckoutPart extends IslandPart<'pay'> {
  order: OrderWithTiming
  watch: OrderWatch
}
