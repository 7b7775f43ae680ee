import { solveChallenge as solve } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { ChallengeRequiredSchema, type Solution } from '#api/challenge.ts'

/** Solves the challenge of a refused request, like a browser. */
export async function solveChallenge(refusal: unknown): Promise<Solution> {
  const { challenge } = v.parse(ChallengeRequiredSchema, refusal)
  const solution = await solve({ challenge, deriveKey })
  if (!solution) throw new Error('the challenge has no solution')
  const { counter, derivedKey } = solution
  return { ...challenge, solution: { counter, derivedKey } }
}
