import * as v from 'valibot'
import { CountSchema, TimeSchema } from './primitives.ts'

/** Mobile number with country code: `+8613800138000` (E.164). */
export const E164Schema = v.pipe(
  v.string(),
  v.regex(/^\+\d{6,15}$/, 'expected +<country code><number>'),
  v.description('E.164, e.g. +8613800138000'),
)

/** Six digits sent by SMS or e-mail. */
export const OneTimeCodeSchema = v.pipe(v.string(), v.regex(/^\d{6}$/, 'expected six digits'))

/**
 * Purposes of a code: login, linking a phone to a third-party account, verifying the account's phone again
 * (old number of a change, e-mail, linked accounts), or verifying the new number of a change.
 */
export const CODE_PURPOSES = ['login', 'bind', 'confirm', 'change_mobile'] as const
export const CodePurposeSchema = v.picklist(CODE_PURPOSES)
export type CodePurpose = v.InferOutput<typeof CodePurposeSchema>

/** A sent code: when the next one may be requested, and when this one expires. */
export const CodeSentSchema = v.object({
  status: v.literal('code_sent'),
  resend_at: TimeSchema,
  expires_at: TimeSchema,
  server_time: TimeSchema,
  outbox: v.pipe(
    v.nullable(v.string()),
    v.description('Path of the page that shows codes of a test installation, else null'),
  ),
})
export type CodeSent = v.InferOutput<typeof CodeSentSchema>

/** Data of refusal 500201 (too often) and 500203 (locked): when to retry. */
export const RetryLaterSchema = v.object({ retry_at: TimeSchema, server_time: TimeSchema })

/** Data of refusal 500202 (wrong code): remaining attempts; at 0 the code is invalid. */
export const WrongCodeSchema = v.object({ attempts_left: CountSchema })

/** Data of refusals 500202 and 500204: the field of the refused code. */
export const RefusedFieldSchema = v.object({ field: v.string() })
