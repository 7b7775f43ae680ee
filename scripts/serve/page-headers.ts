import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { nullIfMissing } from '../lib/is-missing-file.ts'

/** The header map that the build writes into its folder; never served itself. */
export const PAGE_HEADERS_FILE = '_headers.json'

const HeadersSchema = v.record(v.string(), v.record(v.string(), v.string()))
type Headers = Readonly<Record<string, string>>

/**
 * Reads the header map of a built folder: `_headers.json` in it, or `<folder>.headers.json` beside it.
 * Its keys are page paths in any form that Astro uses (`/drama/home`, `/drama/home/`, `….html`).
 * @returns headers by file
 * @throws for an invalid map, because pages would lose their content security policy
 */
export async function readPageHeaders(folder: string): Promise<ReadonlyMap<string, Headers>> {
  const read = (file: string) => nullIfMissing(readFile(file, 'utf8'))
  const inside = await read(path.join(folder, PAGE_HEADERS_FILE))
  const source = inside ?? (await read(`${folder}.headers.json`))
  const byFile = new Map<string, Headers>()
  if (source === null) return byFile
  for (const [key, headers] of Object.entries(v.parse(HeadersSchema, JSON.parse(source)))) {
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
    for (const file of filesOfKey(key)) byFile.set(file, Object.fromEntries(named))
  }
  return byFile
}

/** The files to which a key may refer: `/en` is `en.html` or `en/index.html`. */
function filesOfKey(key: string): string[] {
  const bare = `/${key}`.replace(/^\/+/, '/').replace(/(?:\/index)?(?:\.html)?\/?$/, '')
  return bare === '' ? ['/index.html'] : [key, `${bare}.html`, `${bare}/index.html`]
}
