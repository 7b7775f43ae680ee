/** A token bucket: `burst` calls at once, and one more every `refillMs`; both are whole numbers. */
export interface RateLimit {
  burst: number
  refillMs: number
}

/** Callers that one limiter remembers; a bound for its memory, about 2 MB. */
const MAX_KEYS = 10_000

/**
 * Counts calls by key, such as an account or an address, in memory: a restart forgets them. Of more
 * than `maxKeys` callers those are forgotten whose last accepted call is the longest ago.
 */
export function createRateLimiter({ burst, refillMs }: RateLimit, maxKeys = MAX_KEYS) {
  const capacityMs = burst * refillMs
  /** When the bucket of each key is full again: the one number that a bucket needs. */
  const fullAt = new Map<string, number>()

  function findFullAt(key: string, now: number): number {
    const known = fullAt.get(key) ?? now
    // Later than any call makes it: the clock was set back, and that may lock nobody out.
    return known > now + capacityMs ? now : Math.max(known, now)
  }

  return {
    /** How long a key must wait for its next call, in ms; 0 when it may call now. */
    readWaitMs(key: string, now: number): number {
      return Math.max(0, findFullAt(key, now) + refillMs - now - capacityMs)
    },
    /** Counts a call of a key. */
    take(key: string, now: number): void {
      const next = findFullAt(key, now) + refillMs
      // Maps keep the order of insertion: the key that was used last stands last.
      fullAt.delete(key)
      for (const oldest of fullAt.keys()) {
        if (fullAt.size < maxKeys) break
        fullAt.delete(oldest)
      }
      fullAt.set(key, next)
    },
    /** How many keys are remembered. */
    get size(): number {
      return fullAt.size
    },
  }
}
