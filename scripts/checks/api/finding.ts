/** A difference makes the check fail; warnings and notes do not. */
export type Severity = 'difference' | 'warning' | 'note'

/** A result of the check about one response. */
export interface Finding {
  severity: Severity
  /** Key of the endpoint. */
  endpoint: string
  /** The call: input, language, token. */
  call: string
  /** Path in the response: `data.items[3].price_fen`. */
  path: string
  /** The item that the path belongs to, as in `courses 12`; null if there is none. */
  item: string | null
  expected: string
  got: string
}

const MAX_GOT = 80

const shorten = (text: string) => (text.length > MAX_GOT ? `${text.slice(0, MAX_GOT)}…` : text)

/** Formats a value for one line, with its type where JSON alone could mislead. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null)
    return `an object ${shorten(JSON.stringify(value))}`
  const short = shorten(JSON.stringify(value))
  return typeof value === 'string' ? `the string ${short}` : short
}
