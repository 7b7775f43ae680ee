import type { ReactNode } from 'react'
import { Field } from './Field.tsx'
import { useField, type FieldBinding } from './use-form.ts'

interface Props extends FieldBinding {
  hint?: ReactNode
  /** Called when the sixth digit has been entered. */
  onComplete?: (code: string) => void
  /** Shown at the right of the field: the button that sends the code. */
  action?: ReactNode
}

const LENGTH = 6

/** A six-digit verification code: typed, pasted (spaces are ignored) or autofilled. */
export function CodeField({ hint, onComplete, action, ...binding }: Props) {
  const { value, set, error, attributes } = useField(binding)
  return (
    <Field binding={binding} error={error} hint={hint}>
      <div className="code">
        <input
          {...attributes}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          className="numeral"
          value={String(value ?? '')}
          onChange={({ target }) => {
            // Chinese keyboards produce full-width digits.
            const digits = target.value.normalize('NFKC').replaceAll(/\D/g, '')
            const code = digits.slice(0, LENGTH)
            set(code)
            if (code.length === LENGTH && code !== value) onComplete?.(code)
          }}
        />
        {action}
      </div>
    </Field>
  )
}
