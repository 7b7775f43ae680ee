import { timingSafeEqual } from 'node:crypto'

/** Compares two hashes or signatures in constant time. */
export function isSameHash(first: string, second: string): boolean {
  const [a, b] = [Buffer.from(first), Buffer.from(second)]
  return a.length === b.length && timingSafeEqual(a, b)
}
