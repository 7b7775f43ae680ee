import { useController } from 'react-hook-form'
import { isBlank } from './issues.ts'
import type { FieldBinding } from './use-form.ts'

/** State of a field. Before the first submission, an empty field shows no error. */
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
    /** Attributes of the control that refer to its hint and error. */
    aria: { 'aria-describedby': `${id}-notes`, 'aria-invalid': error !== undefined },
  }
}
