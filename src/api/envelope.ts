import * as v from 'valibot'

/** Every response of the admin API: code, message, server time in seconds since 1970, data. */
export const EnvelopeSchema = v.object({
  code: v.pipe(v.number(), v.integer()),
  msg: v.string(),
  time: v.pipe(v.number(), v.description('Server time, seconds since 1970')),
  data: v.unknown(),
})
export type Envelope = v.InferOutput<typeof EnvelopeSchema>

export type CodeClass = 'success' | 'pass-through' | 'unauthorized' | 'rejected'

export const SUCCESS_CODES: readonly number[] = [200, 1]
export const PASS_THROUGH_CODES: readonly number[] = [403, 303]
export const PASS_THROUGH_RANGE = { from: 500_001, to: 599_999 } as const

/** How a code is handled (spec section 8, error catalogue). */
export function classifyCode(code: number): CodeClass {
  if (SUCCESS_CODES.includes(code)) return 'success'
  if (PASS_THROUGH_CODES.includes(code)) return 'pass-through'
  if (code >= PASS_THROUGH_RANGE.from && code <= PASS_THROUGH_RANGE.to) return 'pass-through'
  return code === 401 ? 'unauthorized' : 'rejected'
}

/** The code of a response: from the body, or else the HTTP status (spec section 8). */
export function readCode(body: unknown, status: number): number {
  const result = v.safeParse(v.object({ code: v.number() }), body)
  return result.success ? result.output.code : status
}
