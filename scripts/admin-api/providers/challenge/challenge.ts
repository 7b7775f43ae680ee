import type { ProofOfWork, Solution } from '#api/challenge.ts'

/** A solution that was verified: its id serves once, until it expires. */
export interface VerifiedSolution {
  id: string
  /** Epoch ms. */
  expiresAt: number
}

/**
 * What makes automated requests for codes expensive. Another provider (a captcha) implements these two
 * calls, adds its kind to `src/api/challenge.ts`, and a solver for it to the login form.
 */
export interface ChallengeProvider {
  /** A new challenge for one phone number or e-mail address. */
  issue(target: string, now: number): Promise<ProofOfWork>
  /** Checks that a challenge is ours, was issued for this target, is not expired, and is solved. */
  verify(solution: Solution, target: string, now: number): Promise<VerifiedSolution | null>
}
