import type { ProofOfWork, Solution } from '#api/challenge.ts'

/** A verified solution. Its id can be used once, until it expires. */
export interface VerifiedSolution {
  id: string
  /** Epoch ms. */
  expiresAt: number
}

/**
 * Makes automated requests for codes expensive. Another provider (a captcha) implements these two
 * methods and adds its kind to `src/api/challenge.ts` and a solver to the login form.
 */
export interface ChallengeProvider {
  /** A new challenge for one phone number or e-mail address. */
  issue(target: string, now: number): Promise<ProofOfWork>
  /** Checks the challenge's signature, target and expiry, and its solution. */
  verify(solution: Solution, target: string, now: number): Promise<VerifiedSolution | null>
}
