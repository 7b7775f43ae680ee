import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { getOrder } from '#api/order.ts'
import { TOO_MANY_CALLS } from '#api/codes.ts'
import { ApiError, RefusalError } from '#client/errors.ts'
import type { OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { recordTiming } from '#features/ui/record-timing.ts'
import { callApi } from '#stores/client.ts'
import { waitAtLeast } from '#stores/loading.ts'
import { nextPollMs } from './watch.ts'

export type OrderState =
  | { status: 'loading' }
  | { status: 'missing' }
  | { status: 'failed'; error: unknown }
  /** `isOffline`: the last request failed, and `order` is the last known state. */
  | { status: 'done'; order: OrderWithTiming; isOffline: boolean }

const NOT_FOUND = 404

/** A rate-limit refusal is not a network failure: polling continues as usual. */
const isRateLimited = (error: unknown): boolean =>
  error instanceof ApiError && error.code === TOO_MANY_CALLS

const requestOrder = (orderNo: string) =>
  recordTiming(() => callApi(getOrder, { query: { order_no: orderNo } }))

/** Loads an order and polls it while its payment is pending. */
export function useOrder(orderNo: string | null) {
  const [state, setState] = useState<OrderState>(
    orderNo === null ? { status: 'missing' } : { status: 'loading' },
  )
  const running = useRef<Promise<OrderWithTiming | null> | null>(null)

  function fail(error: unknown): null {
    if (error instanceof ApiError && error.code === NOT_FOUND) setState({ status: 'missing' })
    else {
      setState((shown) =>
        shown.status === 'done'
          ? { ...shown, isOffline: !isRateLimited(error) }
          : { status: 'failed', error },
      )
    }
    return null
  }

  async function read(number: string): Promise<OrderWithTiming | null> {
    const isFirst = state.status !== 'done'
    const request = requestOrder(number)
    try {
      const result = await (isFirst ? waitAtLeast(request) : request)
      // Without a session, `MemberGate` takes over.
      if (result.status === 'unauthorized') return null
      if (result.status === 'refused') return fail(new RefusalError(result.code, result.msg))
      setState({ status: 'done', order: result.data, isOffline: false })
      return result.data
    } catch (error) {
      return fail(error)
    }
  }

  /** Requests the order, or joins a pending request. @returns the order, or null if the request failed */
  function refresh(): Promise<OrderWithTiming | null> {
    if (orderNo === null) return Promise.resolve(null)
    running.current ??= read(orderNo).finally(() => {
      running.current = null
    })
    return running.current
  }

  const refreshNow = useEffectEvent(() => void refresh())
  useEffect(() => refreshNow(), [])

  const order = state.status === 'done' ? state.order : null
  const isPending = order?.status === 'pending'
  useEffect(() => {
    if (!isPending) return undefined
    let timer: ReturnType<typeof setTimeout>
    const schedule = () => {
      timer = setTimeout(() => {
        refreshNow()
        schedule()
      }, nextPollMs(!document.hidden))
    }
    // A member who returns from the payment app sees the result at once.
    const wake = () => {
      clearTimeout(timer)
      if (!document.hidden) refreshNow()
      schedule()
    }
    schedule()
    document.addEventListener('visibilitychange', wake)
    addEventListener('focus', wake)
    addEventListener('pageshow', wake)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
      removeEventListener('focus', wake)
      removeEventListener('pageshow', wake)
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
    set: (next: OrderWithTiming): void =>
      setState({ status: 'done', order: next, isOffline: false }),
  }
}
export type OrderWatch = ReturnType<typeof useOrder>
