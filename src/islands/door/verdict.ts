import type { DataOf } from '#api/index.ts'
import { findBusinessKey } from '#api/codes.ts'
import type { Answer } from '#client/create-client.ts'
import { NetworkError, TimeoutError } from '#client/errors.ts'

type Result = DataOf<'POST /api/order/verify'>
export type VerdictName = Result['result'] | 'no_right' | 'too_often' | 'network' | 'failed'

/** What the door says of one code: the server's word, or that there is none. */
export interface Verdict {
  name: VerdictName
  /** Name of the show, where the code belongs to one. */
  title: string | null
  /** When it was used, or when its show is. */
  at: string | null
  /** Price level of who is let in. */
  tier: string | null
}

/** Shape and loudness of each: never told by colour alone. */
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

/** What an answer means. `null`: the session is over, and the page says so. */
export function readVerdict(answer: Answer<Result>): Verdict | null {
  if (answer.status === 'ok') return readResult(answer.data)
  if (answer.status === 'unauthorized') return null
  return bare(REFUSALS[findBusinessKey(answer.code) ?? ''] ?? 'failed')
}

/** What a call without an answer means: nobody knows yet, and trying again is safe. */
export const readFailure = (error: unknown): Verdict =>
  bare(error instanceof NetworkError || error instanceof TimeoutError ? 'network' : 'failed')

/** Whether the same scan may be sent again: with the same nonce it counts once. */
export const canRepeat = ({ name }: Verdict): boolean => name === 'network' || name === 'failed'
