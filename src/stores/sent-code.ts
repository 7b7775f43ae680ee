import { persistentAtom } from '@nanostores/persistent'
import * as v from 'valibot'
import { CODE_PURPOSES, RetryLaterSchema, type CodeSent } from '#api/one-time-code.ts'
import { toLocalTime, type Asked } from './server-clock.ts'

/** What codes are for; an e-mail address is proved by one too. */
export type CodeUse = (typeof CODE_PURPOSES)[number] | 'email'

const SentCodeSchema = v.object({
  /** Number or address that the code went to. */
  to: v.string(),
  /** When the next one may be asked for, and until when this one is good; times of this device. */
  resendAt: v.number(),
  expiresAt: v.number(),
  notedAt: v.number(),
  /** Page of a test installation that shows codes. */
  outbox: v.nullable(v.pipe(v.string(), v.regex(/^\/(?![/\\])/))),
})
export type SentCode = v.InferOutput<typeof SentCodeSchema>
type SentCodes = Record<string, SentCode>

const SentCodesSchema = v.record(v.string(), SentCodeSchema)

function decode(stored: string): SentCodes {
  try {
    const result = v.safeParse(SentCodesSchema, JSON.parse(stored))
    return result.success ? result.output : {}
  } catch {
    return {}
  }
}

/**
 * Codes on their way, by what they are for. Kept on the device until they expire, so that a reload or
 * another tab knows of them and of the wait.
 */
export const $sentCodes = persistentAtom<SentCodes>(
  'sentCodes',
  {},
  { encode: JSON.stringify, decode },
)

/** Keeps those that still mean something. */
function put(use: CodeUse, code: SentCode, now: number): void {
  const live = Object.entries($sentCodes.get()).filter(
    ([, { expiresAt, resendAt }]) => Math.max(expiresAt, resendAt) > now,
  )
  $sentCodes.set({ ...Object.fromEntries(live), [use]: code })
}

/** Notes that a code was sent. */
export function noteSentCode(use: CodeUse, to: string, sent: CodeSent, asked: Asked): void {
  const { resend_at, expires_at, server_time, outbox } = sent
  const code = {
    to,
    resendAt: toLocalTime(resend_at, server_time, asked),
    expiresAt: toLocalTime(expires_at, server_time, asked),
    notedAt: asked.answeredAt,
    outbox,
  }
  put(use, code, asked.answeredAt)
}

/** Notes that no code may be asked for yet; a code sent before to the same place stays good. */
export function noteWait(use: CodeUse, to: string, refusal: unknown, asked: Asked): void {
  const result = v.safeParse(RetryLaterSchema, refusal)
  if (!result.success) return
  const { retry_at, server_time } = result.output
  const before = $sentCodes.get()[use]
  const known = before?.to === to ? before : { expiresAt: 0, outbox: null }
  const resendAt = toLocalTime(retry_at, server_time, asked)
  put(use, { ...known, to, resendAt, notedAt: asked.answeredAt }, asked.answeredAt)
}

/** A code was used, or its receiver is to be changed. */
export function forgetSentCode(use: CodeUse): void {
  const { [use]: _gone, ...others } = $sentCodes.get()
  $sentCodes.set(others)
}
