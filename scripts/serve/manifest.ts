import { readFile } from 'node:fs/promises'
import { LOCALES } from '#i18n/locales.ts'
import { localizePath, stripLocale } from '#i18n/paths.ts'
import { ERROR_PAGE } from '#routes.ts'
import { cacheClassOf, isPage, kindOf, type CacheClass } from './file-kinds.ts'
import type { Encoding } from './negotiate.ts'

/** One file of a release: everything that an answer needs to know about it. */
export interface SiteFile {
  /** Its key: the path below the release, with a leading slash. */
  path: string
  /** Where it lies on this machine; never derived from a request. */
  file: string
  size: number
  type: string
  cacheClass: CacheClass
  /** SHA-256 of the content, in hex. */
  hash: string
  /** Strong validator of the content as it is; a compressed variant adds its encoding. */
  etag: string
  /** Encodings that the server offers; the variants themselves are made by `precompress.ts`. */
  encodings: readonly Encoding[]
  /** Headers that the build gives this file, e.g. the content security policy of a page. */
  headers: Readonly<Record<string, string>>
}

export interface Manifest {
  files: ReadonlyMap<string, SiteFile>
  /** Routes, without locale, of which a second page exists (`/drama/home/page-2.html`). */
  pagedRoutes: ReadonlySet<string>
  /** The text of the built error pages by file: they are sent when files cannot be read. */
  errorPages: ReadonlyMap<string, string>
}

/** Smaller texts gain less than the header costs. */
const COMPRESS_FROM_BYTES = 1024
const PAGE_DOCUMENT = /^(.*?)(?:\/[1-9]\d*)?\/page-\d+\.html$/

/**
 * The manifest with the text of its error pages, which must be there when files cannot be read.
 */
export async function readErrorPages(manifest: Manifest): Promise<Manifest> {
  const files = LOCALES.map((locale) => findDocument(manifest, localizePath(ERROR_PAGE, locale)))
  const found = files.filter((file) => file !== undefined)
  const pages = found.map(async ({ path, file }) => [path, await readFile(file, 'utf8')] as const)
  return { ...manifest, errorPages: new Map(await Promise.all(pages)) }
}

/** A manifest of given files. */
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
 * The manifest with the hashed assets of older releases: a page opened before a release still asks
 * for its own chunks, pictures and fonts.
 */
export function keepOldAssets(current: Manifest, older: Iterable<SiteFile>): Manifest {
  const files = new Map(current.files)
  for (const file of older) {
    if (file.cacheClass === 'immutable' && !files.has(file.path)) files.set(file.path, file)
  }
  return { ...current, files }
}

/** What a file of this path, size and content is served as. */
export function describeFile(
  key: string,
  file: string,
  content: { size: number; hash: string },
  headers: Readonly<Record<string, string>>,
): SiteFile {
  const { type, compressible } = kindOf(key)
  return {
    path: key,
    file,
    size: content.size,
    type,
    cacheClass: cacheClassOf(key),
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
