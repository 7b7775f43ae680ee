import { useController } from 'react-hook-form'
import { isBlank } from './issues.ts'
import type { FieldBinding } from './use-form.ts'

/** State of a field. Before the first try to send, a field passed over is not yet a fault. */
export function useField({ name, id, control }: FieldBinding) {
  const { field, fieldState, formState } = useController({ name, control })
  const value: unknown = field.value
  const isShown = formState.isSubmitted || !isBlank(value) || fieldState.error?.type === 'server'
  const error = isShown ? fieldState.error?.message : undefined
  return {
    value,
    set: (next: unknown): void => field.onChange(next),
    onBlur: field.onBlur,
    ref: field.ref,
    error,
    /** Id of the text under the field, and how the control refers to it. */
    aria: { 'aria-describedby': `${id}-notes`, 'aria-invalid': error !== undefined },
  }
}
