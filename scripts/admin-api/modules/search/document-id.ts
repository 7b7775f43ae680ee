import { SEARCH_KINDS } from '#api/search.ts'
import type { SearchKind } from '#api/search.ts'

// The number of a document says which item it is: finds in long texts need no further look-up.

const FACTOR = 16

export const toDocumentId = (kind: SearchKind, id: number): number =>
  id * FACTOR + SEARCH_KINDS.indexOf(kind)

/** @throws Error when the number was not made by `toDocumentId` */
export function readDocumentId(document: number): { kind: SearchKind; id: number } {
  const kind = SEARCH_KINDS[document % FACTOR]
  if (kind === undefined) throw new Error(`search document ${document} is of no kind`)
  return { kind, id: Math.floor(document / FACTOR) }
}
