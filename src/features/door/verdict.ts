import * as v from 'valibot'
import { findBusinessKey } from '#api/codes.ts'
import type { verifyTicket } from '#api/door.ts'
import { OrderNumberSchema, TICKET_CODE_PREFIX } from '#api/order.ts'
import type { CallResult } from '#client/create-client.ts'
import { NetworkError, TimeoutError } from '#client/errors.ts'

type Result = v.InferOutput<typeof verifyTicket.data>
export type VerdictName =
  | Result['result']
  | 'order_number'
  | 'no_right'
  | 'too_often'
  | 'network'
  | 'failed'

/** The verdict on a code by the server, or the failure of the call. */
export interface Verdict {
  name: VerdictName
  /** Title of the performance, if the code belongs to one. */
  title: string | null
  /** Time of use for `already_used`, else the time of the show; ISO 8601. */
  at: string | null
  /** Price level of an admitted ticket. */
  tier: string | null
}

/** Shape and tone of each verdict; colour is never the only cue. */
export const VERDICT_LOOKS = {
  admitted: { tone: 'good', shape: 'tick' },
  already_used: { tone: 'bad', shape: 'twice' },
  wrong_day: { tone: 'warn', shape: 'calendar' },
  not_paid: { tone: 'warn', shape: 'coin' },
  void: { tone: 'bad', shape: 'cross' },
  unknown: { tone: 'bad', shape: 'question' },
  order_number: { tone: 'bad', shape: 'question' },
  no_right: { tone: 'bad', shape: 'lock' },
  too_often: { tone: 'warn', shape: 'hourglass' },
  network: { tone: 'warn', shape: 'plug' },
  failed: { tone: 'warn', shape: 'plug' },
} as const satisfies Record<VerdictName, { tone: 'good' | 'warn' | 'bad'; shape: string }>
export type Shape = (typeof VERDICT_LOOKS)[VerdictName]['shape']

const createVerdict = (name: VerdictName): Verdict => ({ name, title: null, at: null, tier: null })

const readResult = (result: Result): Verdict => ({
  ...createVerdict(result.result),
  ...('title' in result && { title: result.title }),
  ...('starts_at' in result && { at: result.starts_at }),
  ...('used_at' in result && { at: result.used_at }),
  ...('ticket' in result && { tier: result.ticket.tier }),
})

const REFUSALS: Partial<Record<string, VerdictName>> = {
  no_right_to_verify: 'no_right',
  too_often: 'too_often',
  too_many_calls: 'too_often',
  ticket_invalid: 'unknown',
}

/**
 * Whether an unknown code may be the number of an order, which guests find in mails. A misread ticket code
 * starts like a valid one.
 */
const isOrderNumber = (code: string): boolean =>
  v.is(OrderNumberSchema, code) && !code.startsWith(TICKET_CODE_PREFIX)

/** Reads the verdict from a call result; null if the session has expired, which the page reports. */
export function readVerdict(call: CallResult<Result>, code: string): Verdict | null {
  if (call.status === 'unauthorized') return null
  const verdict =
    call.status === 'ok'
      ? readResult(call.data)
      : createVerdict(REFUSALS[findBusinessKey(call.code) ?? ''] ?? 'failed')
  return verdict.name === 'unknown' && isOrderNumber(code) ? createVerdict('order_number') : verdict
}

/** The verdict for a rejected call: the ticket was perhaps not verified, and a retry is safe. */
export const readFailure = (error: unknown): Verdict =>
  createVerdict(
    error instanceof NetworkError || error instanceof TimeoutError ? 'network' : 'failed',
  )

/** Whether the scan can be sent again: scans with the same nonce count once. */
export const canRepeat = ({ name }: Verdict): boolean => name === 'network' || name === 'failed'
