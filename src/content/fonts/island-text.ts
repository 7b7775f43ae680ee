import { posix } from 'node:path'

const COMPONENT = /\scomponent-url="([^"]+)"/g
const IMPORT = /(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+\.js)["']/g
const CHINESE = /[\u{2e80}-\u{9fff}\u{ff00}-\u{ff5e}]/gu

type ReadScript = (path: string) => string

/** Most pages have the islands of others: their characters are kept once. */
const kept = new WeakMap<ReadScript, Map<string, ReadonlySet<string>>>()

/**
 * The Chinese characters that the islands of a page may show by themselves: those in their scripts.
 * @param readScript the text of a script of the site by its path
 */
export function readIslandText(html: string, readScript: ReadScript): ReadonlySet<string> {
  const known = kept.get(readScript) ?? new Map<string, ReadonlySet<string>>()
  kept.set(readScript, known)
  const paths = [...new Set(Array.from(html.matchAll(COMPONENT), ([, path = '']) => path))]
  const key = paths.join(' ')
  const found = known.get(key) ?? collectCharacters(paths, readScript)
  known.set(key, found)
  return found
}

function collectCharacters(paths: readonly string[], readScript: ReadScript): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    const script = readScript(path)
    for (const [character] of script.matchAll(CHINESE)) found.add(character)
    for (const [, target = ''] of script.matchAll(IMPORT)) {
      visit(posix.join(posix.dirname(path), target))
    }
  }
  for (const path of paths) visit(path)
  return found
}
