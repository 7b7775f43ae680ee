import type { IslandTexts } from '#i18n/island-areas.ts'
import { useState } from 'react'
import { COUNTRIES } from '#api/mobile.ts'
import { useSession } from '#features/ui/use-session.ts'
import { Field } from './Field.tsx'
import { parseMobile, readMobile, writeMobile, type MobileParts } from './mobile-value.ts'
import { useField, type FieldBinding } from './use-form.ts'

interface Props extends FieldBinding {
  t: IslandTexts<'mobile'>
}

/** A mobile number: country code, with +86 first, and national number. The value is E.164. */
export function MobileField(binding: Props) {
  const { t } = binding
  const { value, set, error, attributes } = useField(binding)
  const [typed, setTyped] = useState<MobileParts>(() => readMobile(value))
  // A value that was set from outside (a draft, the profile) replaces the input.
  const parts = writeMobile(typed) === (value ?? '') ? typed : readMobile(value, typed.country)

  // Prerendered pages contain the chosen country only: the full list is a tenth of the form.
  const isPrerendered = useSession().status === 'unknown'
  const countries = COUNTRIES.filter(({ iso }) => !isPrerendered || iso === parts.country.iso)

  function change(next: MobileParts): void {
    setTyped(next)
    set(writeMobile(next))
  }

  return (
    <Field binding={binding} error={error}>
      <div className="mobile">
        <span className="country">
          <span aria-hidden="true">+{parts.country.calling}</span>
          <select
            aria-label={t('forms:country')}
            value={parts.country.iso}
            onChange={({ target }) => {
              const country = COUNTRIES.find(({ iso }) => iso === target.value)
              if (country) change({ ...parts, country })
            }}
          >
            {countries.map(({ iso, calling }) => (
              <option key={iso} value={iso}>
                {`+${calling} ${t(`countries:${iso}`)}`}
              </option>
            ))}
          </select>
        </span>
        <input
          {...attributes}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={parts.national}
          onChange={({ target }) => change(parseMobile(target.value, parts.country))}
        />
      </div>
    </Field>
  )
}
