import { useState } from 'react'
import type * as v from 'valibot'
import { createOrder, type Order } from '#api/order.ts'
import { callApi } from '#stores/client.ts'
import type { Failure } from '#features/forms/failures.ts'
import { createAttempts } from '#features/forms/idempotency.ts'
import { useCall } from '#features/forms/use-call.ts'

export type NewOrder = v.InferInput<typeof createOrder.body>

/**
 * Makes an order. The same order sent again after a lost answer carries the same key and gives the same
 * order; after a definite answer the next one is a new order.
 */
export function useCreateOrder() {
  const [attempts] = useState(createAttempts)
  const call = useCall()

  /** @returns the order, or null after a failure */
  const create = (order: NewOrder, onFailed?: (failure: Failure) => void): Promise<Order | null> =>
    call.run(
      () =>
        attempts.send(order, (idempotencyKey) =>
          callApi(createOrder, { body: order, idempotencyKey }),
        ),
      onFailed,
    )

  return { ...call, create }
}
