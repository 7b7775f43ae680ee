/** Quotes a value. nginx expands `$name` in it, so plain text must not contain `$`. */
function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** Escapes a text for a regular expression. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** A non-capturing group of alternatives. */
export function anyOf(texts: readonly string[]): string {
  return `(?:${texts.map(escapePattern).join('|')})`
}

/** Writes a block such as a `location`. */
export function block(head: string, lines: readonly string[]): string[] {
  return [`${head} {`, ...lines.map((line) => `  ${line}`), '}', '']
}

type MapLine = readonly [match: string, value: string]

/**
 * Writes a `map` block: the first matching line sets the variable, otherwise `rest`. A match that begins
 * with `~` is a regular expression; exact matches have priority.
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

/** nginx limits a string to 4 KiB, so long policies are joined from parts. */
const MAX_TEXT_LENGTH = 2000

/** Writes a constant text. @returns its `map` blocks, if it is long, and the text or a reference to it */
export function writeText(name: string, text: string): { blocks: string[]; reference: string } {
  if (text.includes('$')) throw new Error(`A header for nginx must not contain "$": ${text}`)
  const parts = text.match(new RegExp(`.{1,${MAX_TEXT_LENGTH}}`, 'gs')) ?? []
  if (parts.length <= 1) return { blocks: [], reference: text }
  const blocks = parts.map((part, index) => writeMap('$server_port', `$${name}_${index}`, [], part))
  return { blocks, reference: parts.map((_, index) => `\${${name}_${index}}`).join('') }
}
