import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { ExpectedError } from '../../lib/expected-error.ts'
import type { FileStore } from '../../lib/file-store/file-store.ts'
import { writeFileAtomically } from '../../lib/write-file-atomically.ts'
import { measureVideo } from '../measure-video.ts'
import { isFontFile } from './check-font.ts'
import type { Fault } from './faults.ts'
import { MEDIA_FOLDER, nameMediaFile } from './file-names.ts'
import { readStamp, WHOLE_FILE } from './read-file.ts'

/** An imported media file; its name is a hash of the content. */
export interface MediaFile {
  name: string
  /** The file it was made from, as a path below `media/` of the content folder. */
  source: string
  mime: string
  width: number
  height: number
  duration_s: number | null
  bytes: number
}

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

const hash = (...parts: (string | Buffer)[]) => {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest('hex').slice(0, 32)
}

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
  if (extname(source) !== '.svg') return `${hash(content)}${extname(source)}`
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

/** Describes a picture that is too small for any place on a page; undefined for others, such as logos. */
async function describeSmall(source: string, path: string): Promise<string | undefined> {
  const { autoOrient } = await sharp(path).metadata()
  const { width, height } = autoOrient
  const isScalable = extname(source) === '.svg' || source.startsWith(TRANSPARENT_FOLDER)
  if (isScalable || width >= MIN_WIDTH) return undefined
  return `media/${source}: ${width} × ${height} pixels look blurred: use a picture of at least ${MIN_WIDTH} pixels in width.`
}

/**
 * Reads the header of each picture and video to find damaged files and wrong extensions.
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

async function importMediaFile(
  source: string,
  { places, imported }: MediaImport,
): Promise<MediaFile> {
  const path = join(places.from, source)
  const content = await readFile(path)
  const name = nameMedia(source, content)
  const isVector = extname(source) === '.svg'
  const picture = isVector ? await rasterise(content, join(places.cache, name)) : content
  if (!imported.has(name)) {
    await places.to.write(nameMediaFile(name), picture)
    imported.add(name)
  }
  const mime = MIME_TYPES[extname(name)] ?? 'application/octet-stream'
  const file = { name, source, mime, bytes: picture.length }
  if (mime.startsWith('video/')) {
    const { duration, ...size } = await measureVideo(path)
    return { ...file, ...size, duration_s: duration }
  }
  if (!mime.startsWith('image/')) return { ...file, width: 0, height: 0, duration_s: null }
  const { autoOrient } = await sharp(picture).metadata()
  return { ...file, ...autoOrient, duration_s: null }
}

/** Imported files by source path and stamp (`readStamp`). */
export interface MediaCache {
  get(path: string, stamp: string): Promise<MediaFile | null>
  set(path: string, stamp: string, file: MediaFile): void
}

interface MediaImport {
  places: MediaPlaces
  /** Names of the files in the store. */
  imported: Set<string>
  cache: MediaCache
}

/** Imports a file, unless its stamp is unchanged and the store still has the copy. */
async function importIfChanged(source: string, state: MediaImport): Promise<MediaFile> {
  const { places, imported, cache } = state
  const path = join(places.from, source)
  const stamp = readStamp(path) ?? ''
  const cached = await cache.get(path, stamp)
  if (cached && imported.has(cached.name)) return { ...cached, source }
  const file = await importMediaFile(source, state)
  cache.set(path, stamp, file)
  return file
}

const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'code' in error

/**
 * Copies media files to the store under content-hashed names; SVGs are rasterised once and cached.
 * @returns the imported files by source, and the faults of the others
 * @throws ExpectedError if the store or the disk fails
 */
export async function importMedia(
  sources: readonly string[],
  places: MediaPlaces,
  cache: MediaCache,
  report: (done: number, total: number) => void = () => {},
): Promise<{ imported: Map<string, MediaFile>; faults: Fault[] }> {
  sharp.concurrency(1)
  const names = await places.to.listNames(MEDIA_FOLDER)
  const imported = new Map<string, MediaFile>()
  const faults: Fault[] = []
  await pLimit(CONCURRENCY).map(sources, async (source) => {
    try {
      imported.set(source, await importIfChanged(source, { places, imported: names, cache }))
    } catch (error) {
      if (!isSystemError(error)) return void faults.push(createMediaFault(source, error))
      // The message names the file in the store.
      const message = `media/${source} cannot be imported: ${error.message}`
      throw new ExpectedError(message, { cause: error })
    }
    report(imported.size, sources.length)
  })
  return { imported, faults }
}
