// Chinese mobile numbers outside of hashes, and session tokens.
const PATTERNS = [/(?<![\da-f])(?:86)?1[3-9]\d{9}(?![\da-f])/, /v1\.[\w-]{43}/]

/**
 * Returns log lines that contain a phone number, a token or a sent code. Codes are only searched in string
 * values and not in hashes, where six digits can match by chance.
 */
export function findSecrets(log: readonly string[], codes: ReadonlySet<string>): string[] {
  return log.filter((line) => {
    if (PATTERNS.some((pattern) => pattern.test(line))) return true
    const texts = line.match(/"(?:[^"\\]|\\.)*"/g) ?? []
    return texts.some((text) =>
      text.match(/(?<![\da-f])\d{6}(?![\da-f])/g)?.some((code) => codes.has(code)),
    )
  })
}
