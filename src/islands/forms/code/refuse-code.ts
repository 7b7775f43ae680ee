import type { Failure } from '../failures.ts'
import type { AnyForm } from '../use-form.ts'
import { describeRefusal, isAboutCode } from './describe-refusal.ts'
import type { CodeTexts } from './texts.ts'

/**
 * Says beside the field of the code why it was not taken, and empties it for the next try.
 * @returns whether the refusal was about the code
 */
export function refuseCode(
  { hook, idOf }: Pick<AnyForm, 'hook' | 'idOf'>,
  refusal: Extract<Failure, { kind: 'refused' }>,
  t: CodeTexts,
): boolean {
  if (!isAboutCode(refusal)) return false
  hook.setValue('code', '')
  hook.setError('code', { type: 'server', message: describeRefusal(refusal, t) })
  document.getElementById(idOf('code'))?.focus()
  return true
}
