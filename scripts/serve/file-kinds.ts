/** How long browsers may cache a file without revalidation (README, cache classes). */
export type CacheClass = 'immutable' | 'page' | 'site' | 'download'

interface FileKind {
  type: string
  compressible: boolean
}

const text = (type: string): FileKind => ({ type: `${type}; charset=utf-8`, compressible: true })
const packed = (type: string): FileKind => ({ type, compressible: false })

const KINDS = new Map<string, FileKind>([
  ['html', text('text/html')],
  ['css', text('text/css')],
  ['js', text('text/javascript')],
  ['mjs', text('text/javascript')],
  ['json', text('application/json')],
  ['map', text('application/json')],
  ['webmanifest', text('application/manifest+json')],
  ['wasm', { type: 'application/wasm', compressible: true }],
  ['svg', text('image/svg+xml')],
  ['xml', text('application/xml')],
  ['txt', text('text/plain')],
  ['vtt', text('text/vtt')],
  ['ics', text('text/calendar')],
  ['ico', packed('image/x-icon')],
  ['avif', packed('image/avif')],
  ['webp', packed('image/webp')],
  ['png', packed('image/png')],
  ['jpg', packed('image/jpeg')],
  ['jpeg', packed('image/jpeg')],
  ['gif', packed('image/gif')],
  ['woff2', packed('font/woff2')],
  ['woff', packed('font/woff')],
  ['pdf', packed('application/pdf')],
  ['mp4', packed('video/mp4')],
  ['m4v', packed('video/mp4')],
  ['mov', packed('video/quicktime')],
  ['webm', packed('video/webm')],
  ['mp3', packed('audio/mpeg')],
  ['m4a', packed('audio/mp4')],
  ['zip', packed('application/zip')],
])

const UNKNOWN = packed('application/octet-stream')

/** Folder of legal texts and other downloads, which are served under their file names. */
export const DOWNLOADS = '/files/'

// Requires at least one letter a to f, to exclude dates and serial numbers.
const HASHED_NAME = /^\/(?:fonts|images|media)\/.*(?=\d*[a-f])[0-9a-f]{10,64}(?:[._-][^/]*)?$/
const DOWNLOAD_TYPE = /^(?:video\/|audio\/|application\/(?:pdf|zip|octet-stream))/

/** Content type of a path and whether it compresses well. */
export function readFileKind(path: string): FileKind {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return KINDS.get(extension) ?? UNKNOWN
}

/** The cache class of a path: by its name first (hashed names never change), then by its type. */
export function readCacheClass(path: string): CacheClass {
  if (path.startsWith('/_astro/') || HASHED_NAME.test(path)) return 'immutable'
  const { type } = readFileKind(path)
  if (type.startsWith('text/html')) return 'page'
  return DOWNLOAD_TYPE.test(type) ? 'download' : 'site'
}

/** Whether a file is a page with a clean address rather than an HTML download. */
export function isPage(path: string): boolean {
  return path.endsWith('.html') && !path.startsWith(DOWNLOADS)
}
