import type { ProofOfWork, Solution } from '#api/challenge.ts'

/** A verified solution. Its id is valid for one use, until it expires. */
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
  /** Issues a challenge for one phone number or e-mail address. */
  issue(target: string, now: number): Promise<ProofOfWork>
  /** Verifies signature, target, expiry and solution of a challenge; null when it is invalid. */
  verify(solution: Solution, target: string, now: number): Promise<VerifiedSolution | null>
}
