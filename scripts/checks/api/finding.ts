/** A departure makes the check fail; warnings and notes do not. */
export type Severity = 'departure' | 'warning' | 'note'

/** One thing that the check has to say about an answer. */
export interface Finding {
  severity: Severity
  /** Key of the endpoint. */
  endpoint: string
  /** What was asked: input, language, who. */
  question: string
  /** Where in the answer: `data.items[3].price_fen`. */
  path: string
  /** The item that it belongs to, as in `courses 12`; null where there is none. */
  item: string | null
  expected: string
  got: string
}

const MAX_GOT = 80

/** A value as a line can show it, with its kind where JSON alone could mislead. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value)
  const short = text.length > MAX_GOT ? `${text.slice(0, MAX_GOT)}…` : text
  return typeof value === 'string' ? `the string ${short}` : short
}
