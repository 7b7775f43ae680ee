import { readFile } from 'node:fs/promises'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { localizePath, stripLocale } from '#i18n/paths.ts'
import { ERROR_PAGE } from '#routes.ts'
import { readCacheClass, isPage, readFileKind, type CacheClass } from './file-kinds.ts'
import type { Encoding } from './negotiate.ts'

/** One file of a release, with everything that a response needs. */
export interface SiteFile {
  /** Path within the release, with a leading slash. */
  path: string
  /** Path on disk; never derived from a request. */
  file: string
  size: number
  type: string
  cacheClass: CacheClass
  /** SHA-256 of the content, in hex. */
  hash: string
  /** Strong validator of the uncompressed content; a compressed variant adds its encoding. */
  etag: string
  /** Available encodings; `precompress.ts` creates the variants. */
  encodings: readonly Encoding[]
  /** Headers from the build, such as the content security policy of a page. */
  headers: Readonly<Record<string, string>>
}

export interface Manifest {
  files: ReadonlyMap<string, SiteFile>
  /** Routes, without locale, that have a second page (`/drama/home/page-2.html`). */
  pagedRoutes: ReadonlySet<string>
  /** HTML of the error pages by path, in memory for when files cannot be read. */
  errorPages: ReadonlyMap<string, string>
}

/** Smaller texts are not compressed: the extra header would outweigh the gain. */
const COMPRESS_FROM_BYTES = 1024
const PAGE_DOCUMENT = /^(.*?)(?:\/[1-9]\d*)?\/page-\d+\.html$/

/** Returns the manifest with its error pages loaded into memory, for when files cannot be read. */
export async function readErrorPages(manifest: Manifest): Promise<Manifest> {
  const files = SITE_LOCALES.map((locale) =>
    findDocument(manifest, localizePath(ERROR_PAGE, locale)),
  ).filter((file) => file !== undefined)
  const pages = files.map(async ({ path, file }) => [path, await readFile(file, 'utf8')] as const)
  return { ...manifest, errorPages: new Map(await Promise.all(pages)) }
}

export function createManifest(files: readonly SiteFile[]): Manifest {
  const pagedRoutes = files
    .map((file) => PAGE_DOCUMENT.exec(file.path)?.[1])
    .filter((route) => route !== undefined)
    .map(stripLocale)
  return {
    files: new Map(files.map((file) => [file.path, file])),
    pagedRoutes: new Set(pagedRoutes),
    errorPages: new Map(),
  }
}

/**
 * Adds the hashed assets of earlier releases: pages opened before a release still load their chunks,
 * images and fonts.
 */
export function addRetiredAssets(current: Manifest, older: Iterable<SiteFile>): Manifest {
  const files = new Map(current.files)
  for (const file of older) {
    if (file.cacheClass === 'immutable' && !files.has(file.path)) files.set(file.path, file)
  }
  return { ...current, files }
}

/** Creates the manifest entry of a file. */
export function createManifestEntry(
  key: string,
  file: string,
  content: { size: number; hash: string },
  headers: Readonly<Record<string, string>>,
): SiteFile {
  const { type, compressible } = readFileKind(key)
  return {
    path: key,
    file,
    size: content.size,
    type,
    cacheClass: readCacheClass(key),
    hash: content.hash,
    etag: `"${content.hash.slice(0, 32)}"`,
    encodings: compressible && content.size >= COMPRESS_FROM_BYTES ? ['br', 'gzip'] : [],
    headers,
  }
}

/** The document of a clean page path; `/en` may be built as `en.html` or `en/index.html`. */
export function findDocument(manifest: Manifest, page: string): SiteFile | undefined {
  const { files } = manifest
  if (page === '/') return files.get('/index.html')
  const document = files.get(`${page}.html`) ?? files.get(`${page}/index.html`)
  return document && isPage(document.path) ? document : undefined
}
