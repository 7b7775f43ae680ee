import { ISLAND_AREAS, type Island, type IslandMessages } from './island-areas.ts'
import type { Locale } from './locales.ts'

// For pages and islands rendered on the server. Vite emits each message file with a content hash: browsers
// cache it for a year, and all pages with islands share it.

const paths = import.meta.glob<string>('../../i18n/*/*.json', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})
const messages = import.meta.glob<Record<string, string>>('../../i18n/*/*.json', {
  import: 'default',
  eager: true,
})

/** The message files of an island in a locale; pages pass them as a prop. */
export function getMessages<I extends Island>(locale: Locale, island: I): IslandMessages<I> {
  const files = ISLAND_AREAS[island].map((area) => {
    const path = paths[`../../i18n/${locale}/${area}.json`]
    if (path === undefined) throw new Error(`there are no messages of ${area} in ${locale}`)
    return [area, path]
  })
  return Object.fromEntries(files)
}

/** Reads the messages of a path from `getMessages`. */
export function readMessages(path: string): Record<string, string> {
  const file = Object.keys(paths).find((name) => paths[name] === path)
  const found = file === undefined ? undefined : messages[file]
  if (!found) throw new Error(`there are no messages at ${path}`)
  return found
}
