import { isTemporary } from '#api/codes.ts'
import type { CallResult } from '#client/create-client.ts'
import { generateKey } from '#features/ui/generate-key.ts'

/**
 * Creates a function that sends bodies with idempotency keys. A response settles the attempt, except a temporary
 * refusal; after that and after an error the same body is sent with the same key, so that a retry after a lost
 * response does not create a second order.
 */
export function createAttempts(create: () => string = generateKey) {
  let last: { body: string; key: string } | null = null
  return async <Data>(
    body: unknown,
    call: (idempotencyKey: string) => Promise<CallResult<Data>>,
  ): Promise<CallResult<Data>> => {
    const text = JSON.stringify(body)
    if (last?.body !== text) last = { body: text, key: create() }
    const result = await call(last.key)
    if (result.status !== 'refused' || !isTemporary(result.code)) last = null
    return result
  }
}
