import sharp from 'sharp'
import { findDownload, type Download, type Outcome } from '#integrations/media/downloads.ts'
import { findChangedMedia, recordMedia, recordMediaFault } from './query-cache.ts'
import type { MediaReference } from './query-cache/media-references.ts'

// Files that content refers to. A file that is not available is a fault of the page that is being rendered,
// and of that page alone.

/** Identifies what was downloaded. */
const versionOf = (found: Outcome): string =>
  found.kind === 'missing' ? 'missing' : `${found.kind} ${found.file.hash}`

/** Downloads a file for the page that is being rendered. */
async function download(address: string): Promise<Outcome> {
  const found = await findDownload(address)
  recordMedia(address, versionOf(found))
  return found
}

/**
 * Requests media files again, if the server has not marked them as immutable.
 * @param scope `all`, or the reads of pages; files with faults are always requested
 * @returns the files that have changed, with their versions
 */
export const requestChangedMedia = (
  scope: 'all' | ReadonlySet<string>,
): Promise<Map<string, string>> =>
  findChangedMedia(async (address) => versionOf(await findDownload(address)), scope)

/**
 * Records that the page that is being rendered cannot use a file.
 * @param address URL of the file
 * @param place the field that the file is for; defaults to the first one that refers to it
 */
export const rejectMedia = (
  address: string,
  reason: string,
  place: MediaReference | null = null,
): void => recordMediaFault({ address, reason, effect: 'left-out', place })

/**
 * Reads a file that a page cannot do without.
 * @param address absolute URL of the file
 * @throws Error naming URL and reason when there is no file
 */
export async function readMedia(address: string): Promise<Download> {
  const found = await download(address)
  if (found.kind === 'missing') throw new Error(`${address}: ${found.failure.reason}`)
  if (found.kind === 'outdated') {
    recordMediaFault({ address, reason: found.failure.reason, effect: 'kept', place: null })
  }
  return found.file
}

/** Reads a file; null when it is not available. @param address absolute URL of the file */
export async function readMediaIfAvailable(address: string): Promise<Download | null> {
  const found = await download(address)
  if (found.kind !== 'missing') return readMedia(address)
  rejectMedia(address, found.failure.reason)
  return null
}

const decodable = new Map<string, Promise<boolean>>()

const canDecode = async ({ read }: Download): Promise<boolean> =>
  sharp(await read())
    .metadata()
    .then(
      () => true,
      () => false,
    )

/** Reads an image; null when it is not available or cannot be decoded. @param address absolute URL */
export async function readImage(address: string): Promise<Download | null> {
  const file = await readMediaIfAvailable(address)
  if (!file) return null
  const known = decodable.get(file.hash) ?? canDecode(file)
  decodable.set(file.hash, known)
  if (await known) return file
  rejectMedia(address, 'it is no image that can be decoded')
  return null
}
