import { ISLAND_AREAS, type Island, type IslandMessages } from './island-areas.ts'
import type { Locale } from './locales.ts'

// Messages for pages and islands rendered on the server. Vite emits each message file with a content hash,
// so that browsers cache it for a year and pages share it.

const paths = import.meta.glob<string>(
  [
    '../../i18n/*/*.json',
    // Areas that no island uses.
    '!../../i18n/*/{activity,artist,business,course,drama,home,mail,nav,news}.json',
    '!../../i18n/*/{personal_data,publishing,seo,sms}.json',
  ],
  { query: '?url&no-inline', import: 'default', eager: true },
)
const messages = import.meta.glob<Record<string, string>>('../../i18n/*/*.json', {
  import: 'default',
  eager: true,
})

/** Returns the URLs of the message files of an island in a locale, which pages pass as a prop. */
export function getMessages<I extends Island>(locale: Locale, island: I): IslandMessages<I> {
  const files = ISLAND_AREAS[island].map((area) => {
    const path = paths[`../../i18n/${locale}/${area}.json`]
    if (path === undefined) throw new Error(`there are no messages of ${area} in ${locale}`)
    return [area, path]
  })
  return Object.fromEntries(files)
}

/** Reads the messages of a URL from `getMessages`. */
export function readMessages(path: string): Record<string, string> {
  const file = Object.keys(paths).find((name) => paths[name] === path)
  const texts = file === undefined ? undefined : messages[file]
  if (!texts) throw new Error(`there are no messages at ${path}`)
  return texts
}
