import { useState } from 'react'
import { flushSync } from 'react-dom'
import type * as v from 'valibot'
import { createOrder } from '#api/order-creation.ts'
import { type Order } from '#api/order.ts'
import { callApi } from '#stores/client.ts'
import type { VisitorSession } from '#stores/session.ts'
import type { Failure } from '#features/forms/failures.ts'
import { createAttempts } from '#features/forms/idempotency.ts'
import { useCall } from '#features/forms/use-call.ts'
import { useRestored } from '#features/ui/use-restored.ts'

export type NewOrder = v.InferInput<typeof createOrder.body>

/**
 * Whether a visitor must log in before an order. Offline, the login page might not open: the call reports the
 * missing network.
 */
export const needsLogin = ({ status }: VisitorSession): boolean =>
  status !== 'member' && navigator.onLine

/**
 * Creates orders with idempotency keys: a retry after a lost response has the same key and returns the same
 * order; after a refusal, the next attempt has a new key. After an order it stays busy, because the page is
 * about to be left: a second click would create a second order.
 */
export function useCreateOrder() {
  const [attempt] = useState(() => createAttempts())
  const [isCreated, setCreated] = useState(false)
  const call = useCall()
  useRestored(() => setCreated(false))

  /** @returns the order, or null after a failure */
  async function create(
    order: NewOrder,
    onFailed?: (failure: Failure) => void,
  ): Promise<Order | null> {
    if (isCreated) return null
    const created = await call.run(
      () =>
        attempt(order, (idempotencyKey) => callApi(createOrder, { body: order, idempotencyKey })),
      onFailed,
    )
    // A click may come before React would render.
    if (created) flushSync(() => setCreated(true))
    return created
  }

  return { ...call, isBusy: call.isBusy || isCreated, create }
}
