import pLimit from 'p-limit'
import sharp from 'sharp'
import { findDownload, type Download, type DownloadOutcome } from '#integrations/media/downloads.ts'
import { cache, MAX_CONCURRENT } from './query-cache/cache.ts'
import type { ContentFault } from './query-cache/content-fault.ts'
import { getMediaFaultKey, getMediaKey } from './query-cache/media.ts'
import type { MediaReference } from './query-cache/media-references.ts'
import { buildConfig } from './build-config.ts'

// Files referenced by content. An unavailable file is a fault of the page being rendered, and only of that
// page.

/** Version of a download: its kind and the content hash. */
const getVersion = (outcome: DownloadOutcome): string =>
  outcome.kind === 'missing' ? 'missing' : `${outcome.kind} ${outcome.file.hash}`

/** Downloads a file for the page being rendered, which is rendered again when the file changes. */
async function download(address: string): Promise<DownloadOutcome> {
  const outcome = await findDownload(address)
  cache.reads.getStore()?.add(getMediaKey(address))
  cache.media.set(address, getVersion(outcome))
  return outcome
}

/**
 * Requests media files again, except those that the server has marked as immutable.
 * @param scope `all`, or the reads of pages; files with faults are always requested
 * @returns the changed files: version by URL
 */
export async function requestChangedMedia(
  scope: 'all' | ReadonlySet<string>,
): Promise<Map<string, string>> {
  const { media, faults } = cache
  const isRequested = (address: string) =>
    scope === 'all' || scope.has(getMediaKey(address)) || faults.has(getMediaFaultKey(address))
  const files = [...media].filter(([address]) => isRequested(address))
  const changes = await pLimit(MAX_CONCURRENT).map(files, async ([address, before]) => {
    const version = getVersion(await findDownload(address))
    return version === before ? [] : [[address, version] as const]
  })
  return new Map(changes.flat())
}

/** Records a fault of the page being rendered. */
function recordFault(address: string, fault: Omit<ContentFault, 'kind' | 'locale'>): void {
  const key = getMediaFaultKey(address)
  cache.reads.getStore()?.add(key)
  cache.faults.set(key, [{ kind: null, locale: null, ...fault }])
}

/**
 * Records that the page being rendered cannot use a file.
 * @param address URL of the file
 * @param place the field that the file is for; defaults to the first one that refers to it
 */
export function rejectMedia(address: string, reason: string, place?: MediaReference): void {
  const fault = place
    ? { ...place, reason: `${address}: ${reason}` }
    : { subject: address, field: null, reason }
  recordFault(address, { ...fault, effect: 'left-out' })
}

/**
 * Reads a file that a page cannot do without.
 * @param address absolute URL of the file
 * @throws Error naming URL and reason when there is no file
 */
export async function readMedia(address: string): Promise<Download> {
  const outcome = await download(address)
  if (outcome.kind === 'missing') throw new Error(`${address}: ${outcome.failure.reason}`)
  if (outcome.kind === 'outdated') {
    const { reason } = outcome.failure
    recordFault(address, { subject: address, field: null, reason, effect: 'kept' })
  }
  return outcome.file
}

/** Reads a file; null when it is not available. @param address absolute URL of the file */
export async function readMediaIfAvailable(address: string): Promise<Download | null> {
  const outcome = await download(address)
  if (outcome.kind !== 'missing') return readMedia(address)
  rejectMedia(address, outcome.failure.reason)
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
  const isDecodable = decodable.get(file.hash) ?? canDecode(file)
  decodable.set(file.hash, isDecodable)
  // A file that cannot be read now may be readable in the next build.
  void isDecodable.catch(() => decodable.delete(file.hash))
  if (await isDecodable) return file
  rejectMedia(address, 'it is no image that can be decoded')
  return null
}

/** The base URL of relative media files: `viewurl` of the init data, relative to the API. */
export function resolveMediaBase(viewurl: string): string {
  return new URL(viewurl, `${buildConfig.adminApiUrl}/`).href
}
