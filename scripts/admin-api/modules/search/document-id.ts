import { SEARCH_KINDS } from '#api/search-kinds.ts'
import type { SearchKind } from '#api/search.ts'

// Document ids encode kind and id of the item, so that matches need no further query.

const FACTOR = 16

export const toDocumentId = (kind: SearchKind, id: number): number =>
  id * FACTOR + SEARCH_KINDS.indexOf(kind)

/** @throws Error for an id that `toDocumentId` cannot create */
export function readDocumentId(document: number): { kind: SearchKind; id: number } {
  const kind = SEARCH_KINDS[document % FACTOR]
  if (kind === undefined) throw new Error(`search document ${document} has no kind`)
  return { kind, id: Math.floor(document / FACTOR) }
}
