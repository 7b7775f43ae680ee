import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

/** Files and folders of the repository that affect pages. */
export const PAGE_SOURCES = [
  'src',
  'i18n',
  'public',
  'astro.config.mjs',
  'postcss.config.mjs',
  'package-lock.json',
]

/**
 * Hashes the names and contents of all sources, and the settings that affect pages. Modification times are
 * ignored, so that a fresh checkout of the same commit needs no build.
 */
export async function fingerprintSources(
  projectDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(settings).toSorted()))
  const lists = await Promise.all(PAGE_SOURCES.map((name) => listFiles(projectDir, name)))
  for (const name of lists.flat().toSorted()) {
    const content = await readFile(path.join(projectDir, name))
    // Lengths delimit names from contents.
    hash.update(`\n${name.length} ${content.length} ${name}\n`).update(content)
  }
  return hash.digest('hex')
}

async function listFiles(projectDir: string, name: string): Promise<string[]> {
  const source = path.join(projectDir, name)
  const stats = await stat(source).catch(() => undefined)
  if (!stats) return []
  if (stats.isFile()) return [name]
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(projectDir, path.join(entry.parentPath, entry.name)))
}
