import { withImports, type ReadScript } from '../island-modules.ts'

const COMPONENT = /\scomponent-url="([^"]+)"/g
const CHINESE = /[\u{2e80}-\u{9fff}\u{ff00}-\u{ff5e}]/gu

/** Most pages have the islands of others: their characters are kept once. */
const kept = new WeakMap<ReadScript, Map<string, ReadonlySet<string>>>()

/** The Chinese characters that the islands of a page may show by themselves: those in their scripts. */
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
  for (const path of withImports(paths, readScript)) {
    for (const [character] of readScript(path).matchAll(CHINESE)) found.add(character)
  }
  return found
}
