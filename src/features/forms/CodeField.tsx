import type { ReactNode } from 'react'
import { Field } from './Field.tsx'
import { useField } from './use-field.ts'
import type { FieldBinding } from './use-form.ts'

interface Props extends FieldBinding {
  hint?: ReactNode
  /** Called once the sixth digit is there. */
  onComplete?: (code: string) => void
  /** What stands at the right of the field: "send the code". */
  action?: ReactNode
}

const LENGTH = 6

/** A code of six digits from a message: typed, pasted (spaces do not matter) or filled in. */
export function CodeField({ hint, onComplete, action, ...binding }: Props) {
  const { value, set, onBlur, ref, error, aria } = useField(binding)
  return (
    <Field binding={binding} error={error} hint={hint}>
      <div className="code">
        <input
          {...aria}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          className="numeral"
          id={binding.id}
          name={binding.name}
          ref={ref}
          value={String(value ?? '')}
          onChange={({ target }) => {
            const code = target.value.replaceAll(/\D/g, '').slice(0, LENGTH)
            set(code)
            if (code.length === LENGTH && code !== value) onComplete?.(code)
          }}
          onBlur={onBlur}
        />
        {action}
      </div>
    </Field>
  )
}
