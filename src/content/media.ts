import sharp from 'sharp'
import { findDownload, type Download } from '#integrations/media/downloads.ts'
import { recordMediaFault, refreshMedia } from './query-cache.ts'

// Files that content refers to. A file that is not available is a fault of the page that is being rendered,
// and of that page alone.

/** Identifies what was downloaded. */
async function readVersion(address: string): Promise<string> {
  const found = await findDownload(address)
  return found.kind === 'missing' ? 'missing' : `${found.kind} ${found.file.hash}`
}

async function recordFault(address: string, reason: string, effect: 'kept' | 'left-out') {
  recordMediaFault({ address, reason, effect, version: await readVersion(address) })
}

/** Requests the files with faults again; returns those that have changed, as keys of the reads of pages. */
export const refreshFaultyMedia = (): Promise<Set<string>> => refreshMedia(readVersion)

/** Records that the page that is being rendered cannot use a file. @param address URL of the file */
export const rejectMedia = (address: string, reason: string): Promise<void> =>
  recordFault(address, reason, 'left-out')

/**
 * Reads a file that a page cannot do without.
 * @param address absolute URL of the file
 * @throws Error naming URL and reason when there is no file
 */
export async function readMedia(address: string): Promise<Download> {
  const found = await findDownload(address)
  if (found.kind === 'missing') throw new Error(`${address}: ${found.failure.reason}`)
  if (found.kind === 'outdated') await recordFault(address, found.failure.reason, 'kept')
  return found.file
}

/** Reads a file; null when it is not available. @param address absolute URL of the file */
export async function readMediaIfAvailable(address: string): Promise<Download | null> {
  const found = await findDownload(address)
  if (found.kind !== 'missing') return readMedia(address)
  await rejectMedia(address, found.failure.reason)
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
  await rejectMedia(address, 'it is no image that can be decoded')
  return null
}
