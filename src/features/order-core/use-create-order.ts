import { useState } from 'react'
import type * as v from 'valibot'
import { createOrder } from '#api/order-creation.ts'
import { type Order } from '#api/order.ts'
import { callApi } from '#stores/client.ts'
import type { VisitorSession } from '#stores/session.ts'
import type { Failure } from '#features/forms/failures.ts'
import { createAttempts } from '#features/forms/idempotency.ts'
import { useCall } from '#features/forms/use-call.ts'

export type OrderRequest = v.InferInput<typeof createOrder.body>

/**
 * Whether a visitor must log in before an order. Offline, the login page might not open: the call reports the
 * missing network.
 */
export const needsLogin = ({ status }: VisitorSession): boolean =>
  status !== 'member' && navigator.onLine

/**
 * Creates orders with idempotency keys: a retry after a lost response has the same key and returns the same
 * order; after a refusal, the next attempt has a new key.
 */
export function useCreateOrder() {
  const [attempt] = useState(() => createAttempts())
  const call = useCall()

  /** @returns the order, or null after a failure */
  const create = (
    order: OrderRequest,
    onFailed?: (failure: Failure) => void,
  ): Promise<Order | null> =>
    call.run(
      () =>
        attempt(order, (idempotencyKey) => callApi(createOrder, { body: order, idempotencyKey })),
      onFailed,
    )

  return { ...call, create }
}
