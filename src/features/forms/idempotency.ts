import { generateKey } from '#features/ui/generate-key.ts'

/**
 * Keys of attempts to send: the same body sent again carries the same key, so that an answer that got
 * lost does not become a second application; another body gets another key.
 */
export function createAttempts(create: () => string = generateKey) {
  let last: { body: string; key: string } | null = null

  function keyOf(body: unknown): string {
    const text = JSON.stringify(body)
    if (last?.body !== text) last = { body: text, key: create() }
    return last.key
  }

  /** The API gave a definite answer: the next attempt is a new one. */
  function settle(): void {
    last = null
  }

  return {
    keyOf,
    settle,
    /** Sends a body with its key; any answer settles the attempt, an error leaves it open. */
    async send<Answer>(body: unknown, call: (key: string) => Promise<Answer>): Promise<Answer> {
      const answer = await call(keyOf(body))
      settle()
      return answer
    },
  }
}
