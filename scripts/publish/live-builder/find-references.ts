import { FACE_KEYS } from '#integrations/fonts/typefaces.ts'

const TEXT = /\.(?:html|css|js|xml|json|ics|txt|webmanifest)$/
const ADDRESS = /\/((?:images|files|media|fonts)\/[\w./-]+)/g
/** A reference of a page to a font, without folder and extension. */
const FONT = new RegExp(String.raw`\b(?:${FACE_KEYS.join('|')})-[0-9a-f]{16}\b`, 'g')

/** Whether a file can reference other files. */
export const isText = (name: string): boolean => TEXT.test(name)

/** Finds the media that a text file references. @returns addresses without the leading slash */
export function findReferences(text: string): Set<string> {
  const found = new Set<string>()
  for (const [, address = ''] of text.matchAll(ADDRESS)) found.add(address)
  for (const [font] of text.matchAll(FONT)) found.add(`fonts/${font}.woff2`)
  return found
}
