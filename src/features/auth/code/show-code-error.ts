import type { IslandTexts } from '#i18n/island-areas.ts'
import type { Failure } from '#features/forms/failures.ts'
import type { AnyForm } from '#features/forms/use-form.ts'
import { describeRefusal, isCodeRefusal } from './describe-refusal.ts'

/**
 * Shows beside the code field why the code was refused, and clears the field.
 * @returns whether the refusal concerned the code
 */
export function showCodeError(
  { hook, idOf }: Pick<AnyForm, 'hook' | 'idOf'>,
  refusal: Extract<Failure, { kind: 'refused' }>,
  t: IslandTexts<'code'>,
): boolean {
  if (!isCodeRefusal(refusal)) return false
  hook.setValue('code', '')
  hook.setError('code', { type: 'server', message: describeRefusal(refusal, t) })
  document.getElementById(idOf('code'))?.focus()
  return true
}
