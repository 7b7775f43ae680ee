import { generateKey } from '#features/ui/generate-key.ts'

/**
 * Creates a function that sends bodies with idempotency keys. Any response settles the attempt; after an error the
 * same body is sent with the same key, so that a retry after a lost response does not create a second application.
 */
export function createAttempts(create: () => string = generateKey) {
  let last: { body: string; key: string } | null = null
  return async <Result>(
    body: unknown,
    call: (idempotencyKey: string) => Promise<Result>,
  ): Promise<Result> => {
    const text = JSON.stringify(body)
    if (last?.body !== text) last = { body: text, key: create() }
    const result = await call(last.key)
    last = null
    return result
  }
}
