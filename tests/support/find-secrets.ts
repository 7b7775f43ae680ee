// Eleven digits as a Chinese mobile number has them (not a piece of some hash), and a session's token.
const PATTERNS = [/(?<![\da-f])(?:86)?1[3-9]\d{9}(?![\da-f])/, /v1\.[\w-]{43}/]

/**
 * Lines of a log that carry a phone number, a token, or one of the codes that were sent. Codes are
 * looked for inside texts only, and not in hashes: among digits any six turn up by chance.
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
