/** A token bucket: `burst` calls at once, and one more every `refillMs`; both are integers. */
export interface RateLimit {
  burst: number
  refillMs: number
}

/** Maximum of keys per limiter, which bounds its memory to about 2 MB. */
const MAX_KEYS = 10_000

/**
 * Limits calls by key, such as an account or an address. State is in memory only. Above `maxKeys` the
 * least recently used keys are evicted.
 */
export function createRateLimiter({ burst, refillMs }: RateLimit, maxKeys = MAX_KEYS) {
  const capacityMs = burst * refillMs
  /** Time at which the bucket of each key is full again; this is the whole state of a bucket. */
  const fullAt = new Map<string, number>()

  function findFullAt(key: string, now: number): number {
    const stored = fullAt.get(key) ?? now
    // A time this late means that the clock was set back, which must not lock callers out.
    return stored > now + capacityMs ? now : Math.max(stored, now)
  }

  return {
    /** Time in ms until the next call of a key is accepted; 0 when it is accepted now. */
    readWaitMs(key: string, now: number): number {
      return Math.max(0, findFullAt(key, now) + refillMs - now - capacityMs)
    },
    /** Counts a call of a key. */
    take(key: string, now: number): void {
      const next = findFullAt(key, now) + refillMs
      // Maps keep insertion order, so reinserting moves the key to the end.
      fullAt.delete(key)
      for (const oldest of fullAt.keys()) {
        if (fullAt.size < maxKeys) break
        fullAt.delete(oldest)
      }
      fullAt.set(key, next)
    },
    /** Number of keys in memory. */
    get size(): number {
      return fullAt.size
    },
  }
}
