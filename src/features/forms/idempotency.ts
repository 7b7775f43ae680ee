import { generateKey } from '#features/ui/generate-key.ts'

/**
 * Idempotency keys of a form: a body that is sent again has the same key, so that a retry after a lost
 * response does not create a second application; a different body gets a new key.
 */
export function createAttempts(create: () => string = generateKey) {
  let last: { body: string; key: string } | null = null

  function keyOf(body: unknown): string {
    const text = JSON.stringify(body)
    if (last?.body !== text) last = { body: text, key: create() }
    return last.key
  }

  /** Called after a response of the API: the next attempt gets a new key. */
  function settle(): void {
    last = null
  }

  return {
    keyOf,
    settle,
    /** Sends a body with its key. Any response settles the attempt; after an error the key is kept. */
    async send<Result>(body: unknown, call: (key: string) => Promise<Result>): Promise<Result> {
      const result = await call(keyOf(body))
      settle()
      return result
    },
  }
}
