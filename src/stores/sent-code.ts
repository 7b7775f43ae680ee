import { persistentAtom } from '@nanostores/persistent'
import * as v from 'valibot'
import { CODE_PURPOSES, RetryLaterSchema, type CodeSent } from '#api/one-time-code.ts'
import { toLocalTime, type RequestTiming } from './server-clock.ts'

/** Purposes of codes, including the verification of an e-mail address. */
export type CodeUse = (typeof CODE_PURPOSES)[number] | 'email'

const SentCodeSchema = v.object({
  /** Mobile number or e-mail address that the code was sent to. */
  to: v.string(),
  /** When the next code may be requested, and when this one expires: epoch ms of this device's clock. */
  resendAt: v.number(),
  expiresAt: v.number(),
  notedAt: v.number(),
  /** Path of the outbox page in a test installation. */
  outbox: v.nullable(v.pipe(v.string(), v.regex(/^\/(?![/\\])/))),
})
type SentCode = v.InferOutput<typeof SentCodeSchema>
type SentCodes = Record<string, SentCode>

const SentCodesSchema = v.record(v.string(), SentCodeSchema)

const CLOCK_TOLERANCE_MS = 5000

/**
 * Removes codes that have expired, except if the next one has to wait. Also removes codes from before the clock
 * was set back, which would prolong their wait.
 */
function dropExpired(codes: SentCodes, now: number): SentCodes {
  const live = Object.entries(codes).filter(
    ([, { expiresAt, resendAt, notedAt }]) =>
      Math.max(expiresAt, resendAt) > now && notedAt <= now + CLOCK_TOLERANCE_MS,
  )
  return Object.fromEntries(live)
}

function decode(stored: string): SentCodes {
  try {
    const result = v.safeParse(SentCodesSchema, JSON.parse(stored))
    return result.success ? dropExpired(result.output, Date.now()) : {}
  } catch {
    return {}
  }
}

/**
 * Pending verification codes by purpose. They persist in local storage until they expire, so that they
 * survive a reload and are shared between tabs.
 */
export const $sentCodes = persistentAtom<SentCodes>(
  'sentCodes',
  {},
  { encode: JSON.stringify, decode },
)

/** Stores a code and removes expired ones. */
function put(use: CodeUse, code: SentCode, now: number): void {
  $sentCodes.set({ ...dropExpired($sentCodes.get(), now), [use]: code })
}

/** Stores that a code was sent. */
export function recordSentCode(
  use: CodeUse,
  to: string,
  sent: CodeSent,
  timing: RequestTiming,
): void {
  const { resend_at, expires_at, server_time, outbox } = sent
  const code = {
    to,
    resendAt: toLocalTime(resend_at, server_time, timing),
    expiresAt: toLocalTime(expires_at, server_time, timing),
    notedAt: timing.receivedAt,
    outbox,
  }
  put(use, code, timing.receivedAt)
}

/** Stores the wait before the next code; a code sent earlier to the same receiver stays valid. */
export function recordResendWait(
  use: CodeUse,
  to: string,
  refusal: unknown,
  timing: RequestTiming,
): void {
  const result = v.safeParse(RetryLaterSchema, refusal)
  if (!result.success) return
  const { retry_at, server_time } = result.output
  const last = $sentCodes.get()[use]
  const code = last?.to === to ? last : { expiresAt: 0, outbox: null }
  const resendAt = toLocalTime(retry_at, server_time, timing)
  put(use, { ...code, to, resendAt, notedAt: timing.receivedAt }, timing.receivedAt)
}

/** Removes a code after it was used or its receiver was changed. */
export function clearSentCode(use: CodeUse): void {
  const { [use]: _removed, ...others } = $sentCodes.get()
  $sentCodes.set(others)
}

/** Removes all codes when the member logs out: the next one on this device must not see their receivers. */
export function clearSentCodes(): void {
  $sentCodes.set({})
}
