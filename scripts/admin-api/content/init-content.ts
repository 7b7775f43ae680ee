import { existsSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ExpectedError } from '../../lib/expected-error.ts'
import { TIME_PATTERN } from './format/fields.ts'
import { getSchemaPath, writeSchemas } from './json-schemas.ts'
import { formatTime } from '../venue-time.ts'
import { resolveTime } from './times.ts'

/** The folder that `content init` copies. */
export const STARTER = fileURLToPath(new URL('../starter', import.meta.url))
const DEMO_MEDIA = fileURLToPath(new URL('../demo/content/media', import.meta.url))

/** Pictures of the demo that suit any organisation, by their names in the new folder. */
const PICTURES: Readonly<Record<string, string>> = {
  'site/stage.svg': 'site/business-hero.svg',
  'site/warehouse.svg': 'site/about-history.svg',
  'site/calendar.svg': 'site/calendar.svg',
  'artists/lin-an.svg': 'artists/bai-lu.svg',
  'performances/the-seagull.svg': 'performances/seagull.svg',
  'courses/first-steps.svg': 'courses/acting-foundations.svg',
  'activities/open-day.svg': 'activities/open-day.svg',
}

/** Relative times in starter files; `content init` replaces them with absolute ones. */
const RELATIVE = new RegExp(`'(${TIME_PATTERN.source.slice(1, -1)})'`, 'g')

class InitError extends ExpectedError {
  override name = 'InitError'
}

/** Adds the schema comment for editors to a starter file, and converts its relative times. */
function writeStarterFile(name: string, text: string, now: number): string {
  const dated = text.replaceAll(RELATIVE, (_whole, time: string) => {
    return `'${formatTime(resolveTime(time, now))}'`
  })
  const schema = getSchemaPath(name)
  return schema === null ? dated : `# yaml-language-server: $schema=${schema}\n${dated}`
}

/**
 * Writes a small complete content folder as a starting point: one item of each kind, in both languages,
 * with pictures, documents and JSON Schemas for editors.
 * @param now epoch ms; the base of the dates
 * @throws InitError if the folder is not empty
 */
export async function initContent(root: string, now: number): Promise<void> {
  if (existsSync(root) && readdirSync(root).length > 0) {
    throw new InitError(`The folder ${root} is not empty: choose a new one.`)
  }
  const entries = await readdir(STARTER, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const source = join(entry.parentPath, entry.name)
    const name = source.slice(STARTER.length + 1)
    const target = join(root, name)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, writeStarterFile(name, await readFile(source, 'utf8'), now))
  }
  for (const [name, source] of Object.entries(PICTURES)) {
    const target = join(root, 'media', name)
    await mkdir(dirname(target), { recursive: true })
    await copyFile(join(DEMO_MEDIA, source), target)
  }
  await writeSchemas(root)
}
