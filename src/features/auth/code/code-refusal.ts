import { describeFailure, type Failure } from '#features/forms/failures.ts'
import type { IslandTexts } from '#i18n/island-areas.ts'
import * as v from 'valibot'
import { RefusedFieldSchema, RetryLaterSchema, WrongCodeSchema } from '#api/one-time-code.ts'
import { formatTime } from '#i18n/format.ts'
import type { AnyForm } from '#features/forms/use-form.ts'

type Refusal = Extract<Failure, { kind: 'refused' }>

/** Describes why a code was not sent or not accepted: attempts left, waiting time, expired or wrong. */
export function describeRefusal(refusal: Refusal, t: IslandTexts<'code'>): string {
  const { key, data } = refusal
  const wrong = v.safeParse(WrongCodeSchema, data)
  if (key === 'wrong_code' && wrong.success) {
    const count = wrong.output.attempts_left
    return count === 0 ? t('code:dead') : t('code:wrong', { count })
  }
  const later = v.safeParse(RetryLaterSchema, data)
  if (later.success) {
    const time = formatTime(later.output.retry_at)
    return t(key === 'locked' ? 'code:locked' : 'code:too_often', { time })
  }
  return describeFailure(refusal, t)
}

/**
 * Shows beside the field of the refused code why it was refused, and clears the field.
 * @returns whether the refusal concerned the code
 */
export function showCodeError(
  { hook, refuse }: Pick<AnyForm, 'hook' | 'refuse'>,
  refusal: Refusal,
  t: IslandTexts<'code'>,
): boolean {
  const { key } = refusal
  if (key !== 'wrong_code' && key !== 'code_expired' && key !== 'locked') return false
  const { success, output } = v.safeParse(RefusedFieldSchema, refusal.data)
  const field = success ? output.field : 'code'
  hook.setValue(field, '')
  refuse(field, describeRefusal(refusal, t))
  return true
}
