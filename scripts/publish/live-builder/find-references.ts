import { listGroupFiles, type FontLibrary } from '#font-library.ts'

const TEXT = /\.(?:html|css|js|xml|json|ics|txt|webmanifest)$/
const ADDRESS = /\/((?:images|files|media|fonts)\/[\w./-]+)/g
/** Pages name their fonts without folder and ending. */
const FONT = /\b(?:serif|display|numeral|punctuation)-\w+-[0-9a-f]{16}\b/g
/** The list of the library tells what the names of its files are made of. */
const LIBRARY = /^\/fonts\/library-\w+\.json$/

/** Whether a file of the site can refer to others. */
export const isText = (name: string): boolean => TEXT.test(name)

/** The addresses of media that a file refers to, without the slash at their beginning. */
export function findReferences(name: string, content: Uint8Array): Set<string> {
  const found = new Set<string>()
  if (!isText(name)) return found
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8')
  for (const [, address = ''] of text.matchAll(ADDRESS)) found.add(address)
  const fonts = [...text.matchAll(FONT)].map(([font]) => font)
  if (LIBRARY.test(name)) fonts.push(...listGroupFiles(JSON.parse(text) as FontLibrary))
  for (const font of fonts) found.add(`fonts/${font}.woff2`)
  return found
}
