import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { ProofOfWorkSchema, type ProofOfWork, type Solution } from '#api/challenge.ts'
import { hash } from '../../security/hash.ts'
import type { Secrets } from '../../security/secrets.ts'
import { MINUTE } from '../../../lib/durations.ts'

/** Long enough for slow phones and interruptions. */
const LIFETIME_MS = 10 * MINUTE

/**
 * Cost for a browser: on average half of `maxCounter` key derivations of `cost` rounds, at most all.
 * 1,000 derivations took 0.3 s in Chromium on two busy cores, and the page stayed responsive.
 */
const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 1000, maxCounter: 2000 } as const

const DataSchema = v.object({ target: v.string(), expires: v.number() })

/**
 * Makes automated requests for codes expensive without a third party: the browser computes, the server verifies two
 * HMACs. It slows scripts down; it does not distinguish people from bots. Another provider (a captcha) has these
 * two methods, and adds its kind to `src/api/challenge.ts` and a solver to the login form.
 */
export function createProofOfWork(secrets: Secrets) {
  const hmacSignatureSecret = secrets.deriveKey('challenge').toString('hex')
  const hmacKeySignatureSecret = secrets.deriveKey('challenge-key').toString('hex')
  return {
    /** Issues a challenge for one phone number or e-mail address. */
    async issue(target: string, now: number): Promise<ProofOfWork> {
      const { algorithm, cost, maxCounter } = WORK
      const challenge = await createChallenge({
        algorithm,
        cost,
        counter: randomInt(1, maxCounter),
        deriveKey,
        data: { target: hash(target), expires: now + LIFETIME_MS },
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      })
      return v.parse(ProofOfWorkSchema, { kind: 'proof-of-work', ...challenge })
    },

    /**
     * Verifies signature, target, expiry and solution of a challenge.
     * @returns its id, valid for one use until it expires (epoch ms); null when it is invalid
     */
    async verify({ parameters, signature, solution }: Solution, target: string, now: number) {
      const { verified } = await verifySolution({
        challenge: { parameters, signature },
        solution,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      })
      const data = v.safeParse(DataSchema, parameters.data)
      if (!verified || !data.success) return null
      const { target: targetHash, expires } = data.output
      if (targetHash !== hash(target) || now >= expires) return null
      return { id: parameters.nonce, expiresAt: expires }
    },
  }
}
export type ChallengeProvider = ReturnType<typeof createProofOfWork>
