/** A random name that works without a secure context, unlike `crypto.randomUUID`. */
function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Keys of attempts to send: the same body sent again carries the same key, so that an answer that got
 * lost does not become a second application; another body gets another key.
 */
export function createAttempts(create: () => string = createKey) {
  let last: { body: string; key: string } | null = null
  return {
    keyOf(body: unknown): string {
      const text = JSON.stringify(body)
      if (last?.body !== text) last = { body: text, key: create() }
      return last.key
    },
    /** The API gave a definite answer: the next attempt is a new one. */
    settle(): void {
      last = null
    },
  }
}
