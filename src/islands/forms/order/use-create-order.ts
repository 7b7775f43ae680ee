import { useState } from 'react'
import type * as v from 'valibot'
import { createOrder, type Order } from '#api/order.ts'
import { callApi } from '#stores/client.ts'
import type { Failure } from '../failures.ts'
import { createAttempts } from '../idempotency.ts'
import { useCall } from './use-call.ts'

export type OrderWish = v.InferInput<typeof createOrder.body>

/**
 * Makes an order. The same wish sent again after a lost answer carries the same key and gives the same
 * order; after a definite answer the next wish is a new one.
 */
export function useCreateOrder() {
  const [attempts] = useState(createAttempts)
  const call = useCall()

  /** @returns the order, or null after a failure */
  const create = (wish: OrderWish, onFailed?: (failure: Failure) => void): Promise<Order | null> =>
    call.run(async () => {
      const answer = await callApi(createOrder, {
        body: wish,
        idempotencyKey: attempts.keyOf(wish),
      })
      attempts.settle()
      return answer
    }, onFailed)

  return { ...call, create }
}
