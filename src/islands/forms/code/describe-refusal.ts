import * as v from 'valibot'
import { RetryLaterSchema, WrongCodeSchema } from '#api/one-time-code.ts'
import { formatTime } from '#i18n/format.ts'
import type { Failure } from '../failures.ts'
import type { CodeTexts } from './texts.ts'

type Refusal = Extract<Failure, { kind: 'refused' }>

/** Why a code was not sent or not taken: tries left, until when to wait, expired or wrong. */
export function describeRefusal({ key, data, text }: Refusal, t: CodeTexts): string {
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
  return t(text)
}

/** Whether the refusal is about the code itself, so that it stands beside its field. */
export const isAboutCode = ({ key }: Refusal): boolean =>
  key === 'wrong_code' || key === 'code_expired' || key === 'locked'
