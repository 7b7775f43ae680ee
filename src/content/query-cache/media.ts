import pLimit from 'p-limit'
import { getCache, MAX_CONCURRENT } from './cache.ts'
import type { ContentFault } from './content-fault.ts'
import { readFileName, findMediaReference, type MediaReference } from './media-references.ts'
import { getPath } from './query-key.ts'

// Media files in the query cache: pages that show a file read it like a query.

export const getMediaKey = (address: string): string => `media ${address}`
const getMediaFaultKey = (address: string): string => `media fault ${address}`

/**
 * Records that the page being rendered shows a media file.
 * @param address URL of the file
 * @param version version of the download: pages are rendered again when it changes
 */
export function recordMedia(address: string, version: string): void {
  const { reads, media } = getCache()
  reads.getStore()?.add(getMediaKey(address))
  media.set(address, version)
}

/** A media file that is missing on pages, or outdated. */
interface MediaFault {
  /** URL of the file. */
  address: string
  reason: string
  effect: 'kept' | 'left-out'
  /** The field that the file is for; null for the first one that refers to it. */
  place: MediaReference | null
}

/** Records a fault of the page being rendered. */
export function recordMediaFault({ address, reason, effect, place }: MediaFault): void {
  const { reads, faults } = getCache()
  const key = getMediaFaultKey(address)
  reads.getStore()?.add(key)
  const common = { kind: null, locale: null, effect }
  const fault = place
    ? { ...common, ...place, reason: `${address}: ${reason}` }
    : { ...common, subject: address, field: null, reason }
  faults.set(key, [fault])
}

/**
 * Finds the media files that have changed.
 * @param readVersion requests a file and returns its version
 * @param scope `all`, or the reads of the pages whose files are requested; files with faults always are
 * @returns version by URL
 */
export async function findChangedMedia(
  readVersion: (address: string) => Promise<string>,
  scope: 'all' | ReadonlySet<string>,
): Promise<Map<string, string>> {
  const { media, faults } = getCache()
  const isRequested = (address: string) =>
    scope === 'all' || scope.has(getMediaKey(address)) || faults.has(getMediaFaultKey(address))
  const files = [...media].filter(([address]) => isRequested(address))
  const changes = await pLimit(MAX_CONCURRENT).map(files, async ([address, before]) => {
    const version = await readVersion(address)
    return version === before ? [] : [[address, version] as const]
  })
  return new Map(changes.flat())
}

/** Names the item that shows a faulty media file. */
export async function nameMediaItem(fault: ContentFault): Promise<ContentFault> {
  const { subject: address, reason } = fault
  const isNamed = fault.locale !== null || fault.field !== null
  const reference = isNamed ? null : await findReference(address)
  return reference ? { ...fault, ...reference, reason: `${address}: ${reason}` } : fault
}

/** Finds an item whose result refers to a media file. */
async function findReference(address: string): Promise<MediaReference | null> {
  for (const [key, { result }] of getCache().queries) {
    const cached = await result
    if (!cached.contains(readFileName(address))) continue
    const reference = findMediaReference(cached.read(), getPath(key), address)
    if (reference) return reference
  }
  return null
}
