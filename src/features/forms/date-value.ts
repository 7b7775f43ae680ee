/** The values of the year, month and day selects; empty where nothing is chosen. */
export interface DateParts {
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
export function readDate(value: unknown): DateParts {
  const [year = '', month = '', day = ''] = typeof value === 'string' ? value.split('-') : []
  return { year, month, day }
}

/** Joins the parts to `2001-02-28`, or to an incomplete date, which is invalid; null if nothing is chosen. */
export function writeDate({ year, month, day }: DateParts): string | null {
  return year + month + day === '' ? null : [year, month, day].join('-')
}

/** Changes some of the parts; a day beyond the end of the month is cleared. */
export function changeDate(parts: DateParts, change: Partial<DateParts>): DateParts {
  const next = { ...parts, ...change }
  return Number(next.day) > countDays(next.year, next.month) ? { ...next, day: '' } : next
}
