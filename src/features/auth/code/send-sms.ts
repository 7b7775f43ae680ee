import * as v from 'valibot'
import { ChallengeRequiredSchema } from '#api/challenge.ts'
import { findBusinessKey } from '#api/codes.ts'
import { sendSms as sendSmsEndpoint } from '#api/login.ts'
import type { CodePurpose } from '#api/one-time-code.ts'
import { callApi } from '#stores/client.ts'
import { callInTurn } from '#features/forms/call-in-turn.ts'

/**
 * Sends a code to a mobile number. When the API requires a challenge because of many requests, it
 * is solved in the background and the request repeated; the visitor notices only a delay.
 * @returns the refusal when the challenge cannot be solved here
 */
export async function sendSms(purpose: CodePurpose, mobile: string) {
  const answer = await callInTurn(() => callApi(sendSmsEndpoint, { body: { mobile, purpose } }))
  if (answer.status !== 'refused' || findBusinessKey(answer.code) !== 'challenge_required') {
    return answer
  }
  const required = v.safeParse(ChallengeRequiredSchema, answer.data)
  if (!required.success) return answer
  const { solveChallenge } = await import('./solve-challenge.ts')
  const challenge = await solveChallenge(required.output.challenge)
  return challenge === null
    ? answer
    : callApi(sendSmsEndpoint, { body: { mobile, purpose, challenge } })
}
