import { posix } from 'node:path'
import recorded from './live-characters.json' with { type: 'json' }
import type { PageText } from './page-text.ts'
import { WEIGHTS, type FaceKey } from './typefaces.ts'

/** By path of a page without its item, and by weight of the serif. */
const characters: Readonly<Record<string, Readonly<Record<string, string>>>> = recorded

/**
 * What the islands of a page show by themselves once they are alive: `tests/load/record-live-text.ts`
 * looked, as nothing that is printed tells. What has come since is brought from the library.
 * @param file of the release: `order/list.html`, `en/course/form/1.html`
 */
export function liveTextOf(file: string): PageText {
  const path = `/${file.replace(/\.html$/, '')}`
  const seen = characters[path] ?? characters[posix.dirname(path)] ?? {}
  return new Map(
    WEIGHTS.map((weight): [FaceKey, Set<string>] => [`serif-${weight}`, new Set(seen[weight])]),
  )
}
