import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { readContentVersion } from './read-content-version.ts'
import type { Inputs } from './releases.ts'

/** Settings that affect pages: those of the build, and those from which the embedded API derives what it offers. */
const PAGE_SETTINGS = [
  'NODE_ENV',
  'IMAGE_CDN_TEMPLATE',
  'FONT_BASE_URL',
  'MESSENGER',
  'PAYMENT_PROVIDER',
  'GOOGLE_CLIENT_ID',
  'APPLE_CLIENT_ID',
  'MICROSOFT_CLIENT_ID',
  'OIDC_CLIENT_ID',
  'OIDC_LABEL',
]

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
async function fingerprintSources(
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

export interface InputOptions {
  projectDir: string
  apiUrl: string
  /** Whether the API is external: its address is then one of the inputs of pages. */
  isExternalApi: boolean
  siteUrl: string
}

/**
 * Creates a reader of the current inputs of the site. Sources are read once: restart to pick up code
 * changes. The reader throws when the API cannot be reached.
 */
export function createInputReader(options: InputOptions): () => Promise<Inputs> {
  const settings = {
    SITE_URL: options.siteUrl,
    SITE_LOCALES: SITE_LOCALES.join(','),
    ...Object.fromEntries(PAGE_SETTINGS.map((name) => [name, process.env[name] ?? ''])),
    ADMIN_API_URL: options.isExternalApi ? options.apiUrl : '',
  }
  let sources: Promise<string> | undefined
  return async () => {
    sources ??= fingerprintSources(options.projectDir, settings)
    const content = await readContentVersion(options.apiUrl)
    return { sources: await sources, content, api: settings.ADMIN_API_URL }
  }
}

/** The reason why a release is outdated; undefined when it is current. */
export function findChange(release: Inputs, now: Inputs): string | undefined {
  if (release.sources !== now.sources) return 'the sources or settings have changed'
  return release.content === now.content ? undefined : 'the content has changed'
}
