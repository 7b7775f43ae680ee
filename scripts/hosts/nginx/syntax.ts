/** A value in quotes. nginx replaces `$name` inside, so the text itself must hold none. */
export function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** A text as it stands, for use inside of a regular expression. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** One of the texts, as a group that captures nothing. */
export function anyOf(texts: readonly string[]): string {
  return `(?:${texts.map(escapePattern).join('|')})`
}

type MapLine = readonly [match: string, value: string]

/**
 * A `map` block: the first line that matches gives the variable its value. A match that begins with
 * `~` is a regular expression. Exact texts win over expressions, as nginx does it.
 */
export function writeMap(
  source: string,
  variable: string,
  lines: readonly MapLine[],
  rest = '',
): string {
  const written = lines.map(([match, value]) => `  ${quote(match)} ${quote(value)};`)
  return [
    `map ${quote(source)} ${variable} {`,
    ...written,
    `  default ${quote(rest)};`,
    '}',
    '',
  ].join('\n')
}

/** nginx reads no single text of 4 KiB or more; a long policy is put together from parts. */
const LONGEST_TEXT = 2000

/** A variable that always has a given text: its blocks, and how to refer to it. */
export function writeText(name: string, text: string): { blocks: string[]; reference: string } {
  if (text.includes('$')) throw new Error(`A header for nginx may hold no "$": ${text}`)
  const parts = text.match(new RegExp(`.{1,${LONGEST_TEXT}}`, 'gs')) ?? []
  if (parts.length <= 1) return { blocks: [], reference: text }
  const blocks = parts.map((part, index) => writeMap('$server_port', `$${name}_${index}`, [], part))
  return { blocks, reference: parts.map((_, index) => `\${${name}_${index}}`).join('') }
}
