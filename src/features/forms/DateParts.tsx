import {
  changeDate,
  countDays,
  readDate,
  writeDate,
  type DateParts as Parts,
} from './date-value.ts'
import { Field } from './Field.tsx'
import { useField, type FieldBinding } from './use-form.ts'
import './date-parts.css'

interface Props extends FieldBinding {
  /** First and last year of the list. */
  from: number
  to: number
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')
const countTo = (count: number) => Array.from({ length: count }, (_, index) => twoDigits(index + 1))

/** Selects for year, month and day; the days match the month. The value is `2001-02-28`. */
export function DateParts({ from, to, ...binding }: Props) {
  const { t } = binding
  const { value, set, error, attributes } = useField(binding)
  const parts = readDate(value)
  const lists = {
    year: Array.from({ length: to - from + 1 }, (_, index) => String(to - index)),
    month: countTo(12),
    day: countTo(countDays(parts.year, parts.month)),
  } satisfies Record<keyof Parts, string[]>
  const list = (part: keyof Parts) => (
    <label>
      <select
        aria-invalid={attributes['aria-invalid']}
        id={part === 'year' ? binding.id : undefined}
        ref={part === 'year' ? attributes.ref : undefined}
        value={parts[part]}
        autoComplete={binding.name === 'birthday' ? `bday-${part}` : undefined}
        onChange={({ target }) => set(writeDate(changeDate(parts, { [part]: target.value })))}
        onBlur={attributes.onBlur}
      >
        <option value="">—</option>
        {lists[part].map((item) => (
          <option key={item} value={item}>
            {Number(item)}
          </option>
        ))}
      </select>
      <span>{t(`forms:${part}`)}</span>
    </label>
  )
  return (
    <Field binding={binding} error={error} isGroup>
      <div className="date-parts">
        {list('year')}
        {list('month')}
        {list('day')}
      </div>
    </Field>
  )
}
