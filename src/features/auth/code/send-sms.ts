import * as v from 'valibot'
import { ChallengeRequiredSchema } from '#api/challenge.ts'
import { findBusinessKey } from '#api/codes.ts'
import { sendSms as sendSmsEndpoint } from '#api/login.ts'
import type { CodePurpose } from '#api/one-time-code.ts'
import { callApi } from '#stores/client.ts'
import { callSequentially } from '../call-sequentially.ts'

/**
 * Sends a code to a mobile number. If the API requires a challenge because of many requests, the challenge
 * is solved in the background and the request is repeated; the visitor notices only a delay.
 * @returns the refusal if the browser cannot solve the challenge
 */
export async function sendSms(purpose: CodePurpose, mobile: string) {
  const result = await callSequentially(() =>
    callApi(sendSmsEndpoint, { body: { mobile, purpose } }),
  )
  if (result.status !== 'refused' || findBusinessKey(result.code) !== 'challenge_required') {
    return result
  }
  const required = v.safeParse(ChallengeRequiredSchema, result.data)
  if (!required.success) return result
  const { solveChallenge } = await import('./solve-challenge.ts')
  const challenge = await solveChallenge(required.output.challenge)
  return challenge === null
    ? result
    : callApi(sendSmsEndpoint, { body: { mobile, purpose, challenge } })
}
