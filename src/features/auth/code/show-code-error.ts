import type { IslandTexts } from '#i18n/island-areas.ts'
import * as v from 'valibot'
import { RefusedFieldSchema } from '#api/one-time-code.ts'
import type { Failure } from '#features/forms/failures.ts'
import type { AnyForm } from '#features/forms/use-form.ts'
import { describeRefusal, isCodeRefusal } from './describe-refusal.ts'

/**
 * Shows beside the field of the refused code why it was refused, and clears the field.
 * @returns whether the refusal concerned the code
 */
export function showCodeError(
  { hook, idOf }: Pick<AnyForm, 'hook' | 'idOf'>,
  refusal: Extract<Failure, { kind: 'refused' }>,
  t: IslandTexts<'code'>,
): boolean {
  if (!isCodeRefusal(refusal)) return false
  const { success, output } = v.safeParse(RefusedFieldSchema, refusal.data)
  const field = success ? output.field : 'code'
  hook.setValue(field, '')
  hook.setError(field, { type: 'server', message: describeRefusal(refusal, t) })
  document.getElementById(idOf(field))?.focus()
  return true
}
