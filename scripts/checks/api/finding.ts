/** Severity of a finding: only a difference fails the check. */
export type Severity = 'difference' | 'warning' | 'note'

/** A difference, warning or note about a response. */
export interface Finding {
  severity: Severity
  /** Key of the endpoint. */
  endpoint: string
  /** Description of the call: input, language, token. */
  call: string
  /** Path in the response: `data.items[3].price_fen`. */
  path: string
  /** The item to which the path belongs, as in `courses 12`; null if there is none. */
  item: string | null
  expected: string
  got: string
}

const MAX_GOT = 80

const shorten = (text: string) => (text.length > MAX_GOT ? `${text.slice(0, MAX_GOT)}…` : text)

/** Formats a value for one line, with its type where JSON alone would be ambiguous. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null)
    return `an object ${shorten(JSON.stringify(value))}`
  const short = shorten(JSON.stringify(value))
  return typeof value === 'string' ? `the string ${short}` : short
}
