import { cache } from './cache.ts'
import type { ContentFault } from './content-fault.ts'
import { readFileName, findMediaReference, type MediaReference } from './media-references.ts'
import { getPath } from './query-key.ts'

// Media files in the query cache: pages that show a file read it like a query.

export const getMediaKey = (address: string): string => `media ${address}`
export const getMediaFaultKey = (address: string): string => `media fault ${address}`

/** Names the item that shows a faulty media file. */
export async function nameMediaItem(fault: ContentFault): Promise<ContentFault> {
  const { subject: address, reason } = fault
  const isNamed = fault.locale !== null || fault.field !== null
  const reference = isNamed ? null : await findReference(address)
  return reference ? { ...fault, ...reference, reason: `${address}: ${reason}` } : fault
}

/** Finds an item whose result refers to a media file. */
async function findReference(address: string): Promise<MediaReference | null> {
  for (const [key, { result }] of cache.queries) {
    const cached = await result
    if (!cached.contains(readFileName(address))) continue
    const reference = findMediaReference(cached.read(), getPath(key), address)
    if (reference) return reference
  }
  return null
}
