import type { DataOf } from '#api/index.ts'
import { findBusinessKey } from '#api/codes.ts'
import type { CallResult } from '#client/create-client.ts'
import { NetworkError, TimeoutError } from '#client/errors.ts'

type Result = DataOf<'POST /api/order/verify'>
export type VerdictName = Result['result'] | 'no_right' | 'too_often' | 'network' | 'failed'

/** The verdict on a code: the server's, or a failure to get one. */
export interface Verdict {
  name: VerdictName
  /** Title of the show, if the code belongs to one. */
  title: string | null
  /** When the ticket was used, or the time of its show. */
  at: string | null
  /** Price level of an admitted ticket. */
  tier: string | null
}

/** Shape and tone of each verdict: colour is never the only cue. */
export const VERDICT_LOOKS = {
  admitted: { tone: 'good', shape: 'tick' },
  already_used: { tone: 'bad', shape: 'twice' },
  wrong_day: { tone: 'warn', shape: 'calendar' },
  not_paid: { tone: 'warn', shape: 'coin' },
  void: { tone: 'bad', shape: 'cross' },
  unknown: { tone: 'bad', shape: 'question' },
  no_right: { tone: 'bad', shape: 'lock' },
  too_often: { tone: 'warn', shape: 'hourglass' },
  network: { tone: 'warn', shape: 'plug' },
  failed: { tone: 'warn', shape: 'plug' },
} as const satisfies Record<VerdictName, { tone: 'good' | 'warn' | 'bad'; shape: string }>
export type Shape = (typeof VERDICT_LOOKS)[VerdictName]['shape']

const bare = (name: VerdictName): Verdict => ({ name, title: null, at: null, tier: null })

function readResult(result: Result): Verdict {
  switch (result.result) {
    case 'admitted':
      return {
        name: 'admitted',
        title: result.title,
        at: result.starts_at,
        tier: result.ticket.tier,
      }
    case 'already_used':
      return { ...bare('already_used'), title: result.title, at: result.used_at }
    case 'wrong_day':
      return { ...bare('wrong_day'), title: result.title, at: result.starts_at }
    case 'not_paid':
    case 'void':
      return { ...bare(result.result), title: result.title }
    case 'unknown':
      return bare('unknown')
  }
}

const REFUSALS: Partial<Record<string, VerdictName>> = {
  no_right_to_verify: 'no_right',
  too_often: 'too_often',
  too_many_calls: 'too_often',
  ticket_invalid: 'unknown',
}

/** The verdict in a response. `null`: the session has expired, which the page reports. */
export function readVerdict(answer: CallResult<Result>): Verdict | null {
  if (answer.status === 'ok') return readResult(answer.data)
  if (answer.status === 'unauthorized') return null
  return bare(REFUSALS[findBusinessKey(answer.code) ?? ''] ?? 'failed')
}

/** The verdict of a failed call: undecided, and safe to retry. */
export const readFailure = (error: unknown): Verdict =>
  bare(error instanceof NetworkError || error instanceof TimeoutError ? 'network' : 'failed')

/** Whether the same scan may be sent again: with the same nonce it counts once. */
export const canRepeat = ({ name }: Verdict): boolean => name === 'network' || name === 'failed'
