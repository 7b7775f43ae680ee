import { isContentKind, type ContentKind } from '#api/content-webhook.ts'
import {
  encodeItem,
  listMatchingCodes,
  type ItemReferences,
  type ItemCode,
} from './item-references.ts'
import { makeListKey, getPageNumber, getPath, readItemId } from './query-key.ts'

// Which cached queries a content change invalidates. The rules overestimate. Changes that they miss (a
// course that replaces another as a suggestion) are found by a full refetch.

/** A changed item, as named by a webhook. */
export interface ChangedItem {
  /** A content folder. */
  kind: string
  id: number
}

export type CachedResults = ReadonlyMap<string, ItemReferences>

export interface QueryChange {
  key: string
  before: ItemReferences
  after: ItemReferences
}

const EVERYWHERE = ['/api/index/', '/api/search/']
/** Path prefixes of the lists of each kind. */
const PLACES: Readonly<Record<ContentKind, readonly string[]>> = {
  artists: ['/api/artist/', '/api/perform/', '/api/course/'],
  'artist-news': ['/api/artist/'],
  performances: ['/api/perform/'],
  'performance-news': ['/api/perform/'],
  courses: ['/api/course/'],
  'course-news': ['/api/course/'],
  activities: ['/api/course/'],
  'business-cases': [],
}

interface KnownChangedItem extends ChangedItem {
  kind: ContentKind
}

/** Whether the rules cover all of these kinds. */
export const haveKnownKinds = (
  items: readonly ChangedItem[],
): items is readonly KnownChangedItem[] => items.every(({ kind }) => isContentKind(kind))

/**
 * Finds the queries to refetch first: first pages of the lists of the kind, and queries that contain the
 * item.
 */
export function findAffected(
  results: CachedResults,
  items: readonly KnownChangedItem[],
): Set<string> {
  const places = new Set([...EVERYWHERE, ...items.flatMap(({ kind }) => PLACES[kind])])
  const isPlace = (path: string) => [...places].some((place) => path.startsWith(place))
  const keys = findContaining(
    results,
    items.map(({ kind, id }) => encodeItem(kind, id)),
  )
  for (const key of results.keys()) {
    const isHead = readItemId(key) === null && (getPageNumber(key) ?? 1) === 1
    if (isHead && isPlace(getPath(key))) keys.add(key)
  }
  return keys
}

/**
 * Finds further queries to refetch after results have changed: those that contain an item that entered
 * or left a result, or its neighbours in a list.
 * @param refetched the queries that have been refetched
 * @param changes all changes so far
 */
export function findFollowUps(
  results: CachedResults,
  refetched: ReadonlySet<string>,
  changes: readonly QueryChange[],
): Set<string> {
  const lists = Map.groupBy(
    [...results.keys()].filter((key) => getPageNumber(key) !== null),
    makeListKey,
  )
  const moved = new Set<ItemCode>()
  const keys = new Set<string>()
  for (const [list, changed] of Map.groupBy(changes, ({ key }) => makeListKey(key))) {
    const pages = lists.get(list) ?? [list]
    const isWhole = pages.every((page) => refetched.has(page))
    if (!isWhole && changed.some(hasMoved)) {
      // An item that left this page may be on the next one, so the whole list is compared.
      for (const page of pages) keys.add(page)
      continue
    }
    const { before, after } = joinPages(results, pages, changed)
    for (const id of new Set(before.ids).symmetricDifference(new Set(after.ids))) moved.add(id)
    for (const id of findNeighbours(after.list, new Set(before.list))) moved.add(id)
    for (const id of findNeighbours(before.list, new Set(after.list))) moved.add(id)
  }
  for (const key of findContaining(results, moved)) keys.add(key)
  for (const key of refetched) keys.delete(key)
  return keys
}

const hasMoved = ({ before, after }: QueryChange): boolean =>
  before.total !== after.total ||
  new Set(before.list).symmetricDifference(new Set(after.list)).size > 0

function findContaining(results: CachedResults, items: Iterable<ItemCode>): Set<string> {
  const codes = new Set([...items].flatMap(listMatchingCodes))
  const keys = new Set<string>()
  if (codes.size === 0) return keys
  for (const [key, { ids }] of results) {
    if (ids.some((code) => codes.has(code))) keys.add(key)
  }
  return keys
}

/** Joins the pages of a list, before and after the change. */
function joinPages(
  results: CachedResults,
  pages: readonly string[],
  changes: readonly QueryChange[],
) {
  const changed = new Map(changes.map((change) => [change.key, change.after]))
  const sorted = pages.toSorted(
    (one, other) => (getPageNumber(one) ?? 1) - (getPageNumber(other) ?? 1),
  )
  const before = sorted.map((page) => results.get(page))
  const after = sorted.map((page) => changed.get(page) ?? results.get(page))
  const join = (parts: readonly (ItemReferences | undefined)[]) => ({
    ids: parts.flatMap((part) => [...(part?.ids ?? [])]),
    list: parts.flatMap((part) => [...(part?.list ?? [])]),
  })
  return { before: join(before), after: join(after) }
}

/** Finds items that the other list lacks, with their neighbours, whose pages may link to them. */
const findNeighbours = (list: readonly ItemCode[], others: ReadonlySet<ItemCode>): ItemCode[] =>
  list.flatMap((id, index) => (others.has(id) ? [] : list.slice(Math.max(0, index - 1), index + 2)))
