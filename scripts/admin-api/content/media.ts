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

/** A media file under its final name, which tells its content. */
export interface MediaFile {
  name: string
  /** The file it was made from, as a path below `media/` of the content folder. */
  source: string
  mime: string
  width: number
  height: number
  duration: number | null
  bytes: number
}

const MIME_TYPES: Record<string, string> = {
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

const AT_ONCE = 3

/** Drawn pictures become photographs for visitors. Part of the name: another way, another name. */
const RASTER = 'svg to jpeg q88 444 v1'
/** Marks and logos lie on grounds of any colour: they keep their transparency. */
const TRANSPARENT_RASTER = 'svg to png v1'
const TRANSPARENT_FOLDER = 'brand/'

export interface MediaPlaces {
  /** `media/` of the content folder. */
  from: string
  /** Where the server reads them. */
  to: FileStore
  /** Pictures that were drawn once, kept over data folders. */
  cache: string
}

const hash = (...parts: (string | Buffer)[]) => {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest('hex').slice(0, 32)
}

/** Endings of the files that can be imported, for messages. */
const ENDINGS = ['.svg', ...Object.keys(MIME_TYPES)]
export const KNOWN_MEDIA = ENDINGS.join(', ')
export const KNOWN_PICTURES = ENDINGS.filter((ending) => !isFontFile(ending)).join(', ')

export function isKnownMedia(file: string): boolean {
  const ending = extname(file)
  return ending === '.svg' || MIME_TYPES[ending] !== undefined
}

/** Draws a picture, or takes it from where it was drawn before. */
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

async function measureImage(picture: Buffer) {
  const { width, height, orientation = 1 } = await sharp(picture).metadata()
  // Orientations from 5 on lie on their side: what a visitor sees is turned.
  return orientation < 5 ? { width, height } : { width: height, height: width }
}

/**
 * Reads the head of each picture and video, which shows a file that is none.
 * @returns a fault for each such file
 */
export async function findBrokenMedia(root: string, sources: readonly string[]): Promise<Fault[]> {
  const faults: Fault[] = []
  await pLimit(AT_ONCE).map(sources, async (source) => {
    const path = join(root, 'media', source)
    const mime = extname(source) === '.svg' ? 'image/svg+xml' : (MIME_TYPES[extname(source)] ?? '')
    try {
      if (mime.startsWith('image/')) await sharp(path).metadata()
      if (mime.startsWith('video/')) await measureVideo(path)
    } catch {
      const message = `This file is damaged or no ${extname(source)} file.`
      faults.push({ file: `media/${source}`, field: WHOLE_FILE, message })
    }
  })
  return faults
}

async function importMediaFile(
  source: string,
  { places, imported }: Importing,
): Promise<MediaFile> {
  const path = join(places.from, source)
  const content = await readFile(path)
  const name = nameMedia(source, content)
  const isDrawn = extname(source) === '.svg'
  const picture = isDrawn ? await rasterise(content, join(places.cache, name)) : content
  if (!imported.has(name)) {
    await places.to.write(nameMediaFile(name), picture)
    imported.add(name)
  }
  const mime = MIME_TYPES[extname(name)] ?? 'application/octet-stream'
  const about = { name, source, mime, bytes: picture.length }
  if (mime.startsWith('video/')) return { ...about, ...(await measureVideo(path)) }
  if (!mime.startsWith('image/')) return { ...about, width: 0, height: 0, duration: null }
  return { ...about, ...(await measureImage(picture)), duration: null }
}

/** Remembers which file a path held when it was read. */
export interface MediaMemory {
  recall(path: string, stamp: string): Promise<MediaFile | null>
  remember(path: string, stamp: string, file: MediaFile): void
}

interface Importing {
  places: MediaPlaces
  /** Names that are in the store. */
  imported: Set<string>
  memory: MediaMemory
}

/** A file whose stamp is as before, and whose copy is still there, is not read. */
async function importOnce(source: string, importing: Importing): Promise<MediaFile> {
  const { places, imported, memory } = importing
  const path = join(places.from, source)
  const stamp = readStamp(path) ?? ''
  const known = await memory.recall(path, stamp)
  if (known && imported.has(known.name)) return { ...known, source }
  const file = await importMediaFile(source, importing)
  memory.remember(path, stamp, file)
  return file
}

/** Faults of the disk name their own file, which is none of the content folder. */
function explainFault(source: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const isOfDisk = cause instanceof Error && 'syscall' in cause && 'code' in cause
  const what = isOfDisk ? 'cannot be imported' : 'cannot be read as its ending says'
  return new ExpectedError(`media/${source} ${what}: ${reason}`, { cause })
}

/**
 * Copies media under names that tell their content; drawings are rasterised once and kept.
 * Three at a time keep two cores busy.
 */
export async function importMedia(
  sources: readonly string[],
  places: MediaPlaces,
  memory: MediaMemory,
  report: (done: number, total: number) => void = () => {},
): Promise<Map<string, MediaFile>> {
  sharp.concurrency(1)
  const imported = await places.to.listNames(MEDIA_FOLDER)
  const media = new Map<string, MediaFile>()
  await pLimit(AT_ONCE).map(sources, async (source) => {
    try {
      media.set(source, await importOnce(source, { places, imported, memory }))
    } catch (cause) {
      throw explainFault(source, cause)
    }
    report(media.size, sources.length)
  })
  return media
}
