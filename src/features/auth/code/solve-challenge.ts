import { solveChallenge as solve } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { ProofOfWork, Solution } from '#api/challenge.ts'

/** Longer than the slowest phones need. */
const TIMEOUT_MS = 30_000

/**
 * Solves a proof of work. Web Crypto derives the keys off the main thread, so the page stays
 * responsive.
 * @returns null if it takes too long or the browser offers no Web Crypto (a site without HTTPS)
 */
export async function solveChallenge(challenge: ProofOfWork): Promise<Solution | null> {
  const solution = await solve({ challenge, deriveKey, timeout: TIMEOUT_MS }).catch(() => null)
  if (!solution) return null
  const { counter, derivedKey } = solution
  return { ...challenge, solution: { counter, derivedKey } }
}
