/** Year, month and day as the three lists hold them; empty where nothing is chosen. */
export interface DateParts {
  year: string
  month: string
  day: string
}

/** Number of days of a month; February of a year not yet chosen has 29. */
export function countDays(year: string, month: string): number {
  if (month === '') return 31
  return new Date(Date.UTC(year === '' ? 2000 : Number(year), Number(month), 0)).getUTCDate()
}

/** The parts of `2001-02-28`, or of an unfinished date such as `2001--`. */
export function readDate(value: unknown): DateParts {
  const [year = '', month = '', day = ''] = typeof value === 'string' ? value.split('-') : []
  return { year, month, day }
}

/** `2001-02-28`; null when nothing is chosen. An unfinished date stays one, and is a fault. */
export function writeDate({ year, month, day }: DateParts): string | null {
  return year + month + day === '' ? null : [year, month, day].join('-')
}

/** The parts with one of them changed: a day that the month has not is to be chosen again. */
export function changeDate(parts: DateParts, change: Partial<DateParts>): DateParts {
  const next = { ...parts, ...change }
  return Number(next.day) > countDays(next.year, next.month) ? { ...next, day: '' } : next
}
