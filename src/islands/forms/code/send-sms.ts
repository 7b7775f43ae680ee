import * as v from 'valibot'
import { ChallengeRequiredSchema } from '#api/challenge.ts'
import { findBusinessKey } from '#api/codes.ts'
import { sendSms as sendSmsEndpoint } from '#api/login.ts'
import type { CodePurpose } from '#api/one-time-code.ts'
import { callApi } from '#stores/client.ts'
import { callInTurn } from '../call-in-turn.ts'

/**
 * Has a code sent to a mobile number. Where so many were requested that the API requires a challenge, it
 * is solved in the background and the request repeated; the visitor sees nothing but a longer moment.
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
