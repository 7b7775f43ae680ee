import { SEARCH_KINDS } from '#api/search-kinds.ts'
import type { SearchKind } from '#api/search.ts'
import type { TextKind } from '../../db/texts.ts'

// Document ids encode kind and id of the item, so that matches need no further query.

const FACTOR = 16

// Results name the kind of a business case by its section.
const toSearchKind = (kind: TextKind): SearchKind => (kind === 'business_case' ? 'business' : kind)
export const toTextKind = (kind: SearchKind): TextKind =>
  kind === 'business' ? 'business_case' : kind

export const toDocumentId = ({ kind, id }: { kind: TextKind; id: number }): number =>
  id * FACTOR + SEARCH_KINDS.indexOf(toSearchKind(kind))

/** @throws Error for an id that `toDocumentId` cannot create */
export function readDocumentId(document: number): { kind: SearchKind; id: number } {
  const kind = SEARCH_KINDS[document % FACTOR]
  if (kind === undefined) throw new Error(`search document ${document} has no kind`)
  return { kind, id: Math.floor(document / FACTOR) }
}
