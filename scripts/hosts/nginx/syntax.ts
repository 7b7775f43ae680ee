/** Quotes a value. nginx expands `$name` inside, so the text itself must not contain any. */
function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** Escapes a text for a regular expression. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Makes a non-capturing group of alternatives. */
export function anyOf(texts: readonly string[]): string {
  return `(?:${texts.map(escapePattern).join('|')})`
}

type MapLine = readonly [match: string, value: string]

/**
 * Writes a `map` block: the first matching line sets the variable. A match that begins with `~` is a
 * regular expression; nginx prefers exact texts.
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

/** nginx limits a text to 4 KiB, so a long policy is joined from parts. */
const MAX_TEXT_LENGTH = 2000

/** Writes a variable with a constant text: its blocks and a reference to it. */
export function writeText(name: string, text: string): { blocks: string[]; reference: string } {
  if (text.includes('$')) throw new Error(`A header for nginx may hold no "$": ${text}`)
  const parts = text.match(new RegExp(`.{1,${MAX_TEXT_LENGTH}}`, 'gs')) ?? []
  if (parts.length <= 1) return { blocks: [], reference: text }
  const blocks = parts.map((part, index) => writeMap('$server_port', `$${name}_${index}`, [], part))
  return { blocks, reference: parts.map((_, index) => `\${${name}_${index}}`).join('') }
}
