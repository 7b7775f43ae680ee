import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Selectable } from 'kysely'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { ExpectedError } from '../../lib/expected-error.ts'
import type { FileStore } from '../../lib/file-store/file-store.ts'
import { writeFileAtomically } from '../../lib/write-file-atomically.ts'
import type { Tables } from '../db/tables.ts'
import { measureVideo } from '../measure-video.ts'
import { isFontFile } from './check-font.ts'
import type { Fault } from './faults.ts'
import { MEDIA_FOLDER, nameMediaFile } from './file-names.ts'
import { readStamp, WHOLE_FILE } from './read-file.ts'

/** An imported media file. */
export type MediaFile = Omit<Selectable<Tables['media']>, 'imported_at'>

const MIME_TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt; charset=utf-8',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
}

/** Three at a time keep two cores busy. */
const CONCURRENCY = 3

/** Part of the hash of rasterised SVGs: change it whenever the conversion changes. */
const RASTER = 'svg to jpeg q88 444 v1'
/** Brand images keep their transparency, because they are shown on any background. */
const TRANSPARENT_RASTER = 'svg to png v1'
const TRANSPARENT_FOLDER = 'brand/'

export interface MediaPlaces {
  /** `media/` of the content folder. */
  from: string
  /** The store that the server reads from. */
  to: FileStore
  /** Folder with cached rasterised pictures, shared by data folders. */
  cache: string
}

const hash = (conversion: string, content: Buffer) =>
  createHash('sha256').update(conversion).update(content).digest('hex').slice(0, 32)

/** Supported file extensions, for messages. */
const ENDINGS = Object.keys(MIME_TYPES)
export const KNOWN_MEDIA = ENDINGS.join(', ')
export const KNOWN_PICTURES = ENDINGS.filter((ending) => !isFontFile(ending)).join(', ')

export const isKnownMedia = (file: string): boolean => ENDINGS.includes(extname(file))

/** Rasterises an SVG, or reads the cached result. */
async function rasterise(svg: Buffer, cached: string): Promise<Buffer> {
  if (existsSync(cached)) return readFile(cached)
  const picture = cached.endsWith('.png')
    ? sharp(svg).png()
    : sharp(svg).flatten({ background: '#fff' }).jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
  const bytes = await picture.toBuffer()
  await writeFileAtomically(cached, bytes)
  return bytes
}

function nameMedia(source: string, content: Buffer): string {
  if (extname(source) !== '.svg') return `${hash('', content)}${extname(source)}`
  return source.startsWith(TRANSPARENT_FOLDER)
    ? `${hash(TRANSPARENT_RASTER, content)}.png`
    : `${hash(RASTER, content)}.jpg`
}

/** @param error of the decoder, whose limit is 268 megapixels */
function createMediaFault(source: string, error: unknown): Fault {
  const isTooLarge = error instanceof Error && error.message.includes('pixel limit')
  const message = isTooLarge
    ? 'This picture has too many pixels. Save a smaller one: 4000 pixels in width are plenty.'
    : `This file is damaged or not a ${extname(source)} file.`
  return { file: `media/${source}`, field: WHOLE_FILE, message }
}

/** Pictures of pages are shown across the width of a phone, at least, with two pixels per point. */
const MIN_WIDTH = 750

/** Decodes a picture, in a low resolution: the header of a truncated one is intact. @throws if it is damaged */
const decodePicture = (file: string | Buffer): Promise<Buffer> =>
  sharp(file).resize(1).raw().toBuffer()

/** Describes a picture that is too small for any place on a page; undefined for others, such as logos. */
async function describeSmall(source: string, path: string): Promise<string | undefined> {
  const { autoOrient } = await sharp(path).metadata()
  await decodePicture(path)
  const { width, height } = autoOrient
  const isScalable = extname(source) === '.svg' || source.startsWith(TRANSPARENT_FOLDER)
  if (isScalable || width >= MIN_WIDTH) return undefined
  return `media/${source}: ${width} × ${height} pixels look blurred: use a picture of at least ${MIN_WIDTH} pixels in width.`
}

/**
 * Reads each picture, and the header of each video, to find damaged files and wrong extensions.
 * @returns a fault for each such file, and a warning for each picture that is too small
 */
export async function inspectMedia(
  root: string,
  sources: readonly string[],
): Promise<{ faults: Fault[]; warnings: string[] }> {
  const faults: Fault[] = []
  const warnings: string[] = []
  await pLimit(CONCURRENCY).map(sources, async (source) => {
    const path = join(root, 'media', source)
    const mime = MIME_TYPES[extname(source)] ?? ''
    try {
      const small = mime.startsWith('image/') ? await describeSmall(source, path) : undefined
      if (small !== undefined) warnings.push(small)
      if (mime.startsWith('video/')) await measureVideo(path)
    } catch (error) {
      faults.push(createMediaFault(source, error))
    }
  })
  return { faults, warnings: warnings.toSorted() }
}

/** Reads the type and the measures of a file. @param bytes the content in the store, under the name */
async function measureMedia(name: string, path: string, bytes: Buffer) {
  const mime = MIME_TYPES[extname(name)] ?? 'application/octet-stream'
  if (mime.startsWith('video/')) {
    const { duration: duration_s, ...size } = await measureVideo(path)
    return { mime, ...size, duration_s }
  }
  if (!mime.startsWith('image/')) return { mime, width: 0, height: 0, duration_s: null }
  // A rasterised SVG is intact.
  if (extname(path) !== '.svg') await decodePicture(bytes)
  const { autoOrient } = await sharp(bytes).metadata()
  return { mime, ...autoOrient, duration_s: null }
}

const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'code' in error

/**
 * Copies media files to the store under content-hashed names; SVGs are rasterised once and cached. A file whose
 * stamp (`readStamp`) is unchanged is not read again if the store still has its copy.
 * @param findImported finds a file of an earlier import by its path and stamp
 * @returns the files by source, the stamps and names of new ones by path, and the faults of the others
 * @throws ExpectedError if the store or the disk fails
 */
export async function importMedia(
  sources: readonly string[],
  places: MediaPlaces,
  findImported: (path: string, stamp: string) => Promise<MediaFile | undefined>,
  report: (done: number, total: number) => void = () => {},
) {
  sharp.concurrency(1)
  const names = await places.to.listNames(MEDIA_FOLDER)
  const imported = new Map<string, MediaFile>()
  const added = new Map<string, { stamp: string; name: string }>()
  const faults: Fault[] = []

  async function importFile(source: string): Promise<MediaFile> {
    const path = join(places.from, source)
    const stamp = readStamp(path) ?? ''
    const known = await findImported(path, stamp)
    if (known && names.has(known.name)) return { ...known, source }
    const content = await readFile(path)
    const name = nameMedia(source, content)
    const isVector = extname(source) === '.svg'
    const bytes = isVector ? await rasterise(content, join(places.cache, name)) : content
    if (!names.has(name)) {
      await places.to.write(nameMediaFile(name), bytes)
      names.add(name)
    }
    const file = { name, source, bytes: bytes.length, ...(await measureMedia(name, path, bytes)) }
    added.set(path, { stamp, name })
    return file
  }

  await pLimit(CONCURRENCY).map(sources, async (source) => {
    try {
      imported.set(source, await importFile(source))
    } catch (error) {
      if (!isSystemError(error)) return void faults.push(createMediaFault(source, error))
      // The message names the file in the store.
      const message = `media/${source} cannot be imported: ${error.message}`
      throw new ExpectedError(message, { cause: error })
    }
    report(imported.size, sources.length)
  })
  return { imported, added, faults }
}
