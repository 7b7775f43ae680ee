import { Field } from './Field.tsx'
import { useField, type FieldBinding } from './use-form.ts'
import './date-parts.css'

interface Props extends FieldBinding {
  /** First and last year of the list. */
  from: number
  to: number
}

const padNumber = (number: number): string => String(number).padStart(2, '0')
const countTo = (count: number) => Array.from({ length: count }, (_, index) => padNumber(index + 1))

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

/** The values of the year, month and day selects; empty where nothing is chosen. */
interface Parts {
  year: string
  month: string
  day: string
}

/** Number of days of a month; 29 for February while no year is chosen, 31 without a month. */
export function countDays(year: string, month: string): number {
  if (month === '') return 31
  return new Date(Date.UTC(year === '' ? 2000 : Number(year), Number(month), 0)).getUTCDate()
}

/** Splits `2001-02-28`, or an incomplete date such as `2001--`. */
export function readDate(value: unknown): Parts {
  const [year = '', month = '', day = ''] = typeof value === 'string' ? value.split('-') : []
  return { year, month, day }
}

/** Joins the parts to `2001-02-28`, or to an incomplete date, which is invalid; null if nothing is chosen. */
export function writeDate({ year, month, day }: Parts): string | null {
  return year + month + day === '' ? null : [year, month, day].join('-')
}

/** Changes some of the parts; a day beyond the end of the month is cleared. */
export function changeDate(parts: Parts, change: Partial<Parts>): Parts {
  const next = { ...parts, ...change }
  return Number(next.day) > countDays(next.year, next.month) ? { ...next, day: '' } : next
}
