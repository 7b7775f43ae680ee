import { oncePerScripts, withImports, type ReadScript } from '../island-modules.ts'
import { CHINESE } from './character-sets.ts'

const COMPONENT = /\scomponent-url="([^"]+)"/g

/** The Chinese characters that the islands of a page may show by themselves: those in their scripts. */
export function readIslandText(html: string, readScript: ReadScript): ReadonlySet<string> {
  const paths = [...new Set(Array.from(html.matchAll(COMPONENT), ([, path = '']) => path))]
  return collectCharacters(paths, readScript)
}

const collectCharacters = oncePerScripts((paths, readScript) => {
  const found = new Set<string>()
  for (const path of withImports(paths, readScript)) {
    for (const [character] of readScript(path).matchAll(CHINESE)) found.add(character)
  }
  return found
})
