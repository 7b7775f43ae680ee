import * as v from 'valibot'
import { CONTENT_KINDS, type ContentKind } from '#api/content-webhook.ts'
import { NewsKindSchema } from '#api/news.ts'

// Extracts the items that a result contains, for invalidation. An item is encoded as one number, which
// matches items of any kind if the kind is unknown.

/** An item encoded as one number. */
export type ItemCode = number

/** Greater than any id. */
const STEP = 1_000_000_000

export const encodeItem = (kind: ContentKind | null, id: number): ItemCode =>
  (kind === null ? 0 : CONTENT_KINDS.indexOf(kind) + 1) * STEP + id

/** All codes that may refer to the same item. */
export function listMatchingCodes(code: ItemCode): ItemCode[] {
  const id = code % STEP
  if (code !== id) return [code, id]
  return [id, ...CONTENT_KINDS.map((kind) => encodeItem(kind, id))]
}

export interface ItemReferences {
  /** All items that the result contains. */
  ids: Float64Array
  /** The items of a list, in order; empty for other results. */
  list: Float64Array
  /** Total number of items of the whole list. */
  total: number | null
}

/** Properties with objects that have ids but no page, and change only together with an item. */
const NON_ITEMS = new Set(
  (
    'city cities citys city_id default_city_id venue venues hall halls genre genre_id discipline ' +
    'disciplines discipline_id category categories shows tier tiers dates next_date packages'
  ).split(' '),
)

/** Properties that always contain items of one kind. */
const PROPERTIES: readonly (readonly [kind: ContentKind, names: string])[] = [
  ['artists', 'artist artists artist_id teacher teachers teacher_id'],
  ['performances', 'performance performances performance_id on_sale past'],
  ['courses', 'course courses course_id'],
  ['activities', 'activity activities activity_id'],
]
const KIND_OF_PROPERTY = new Map(
  PROPERTIES.flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
)

/** The kind of an endpoint's own item, list items and related items. */
const ITEM_KINDS: Readonly<Record<string, ContentKind>> = {
  '/api/perform/detail': 'performances',
  '/api/perform/list': 'performances',
  '/api/course/detail': 'courses',
  '/api/course/list': 'courses',
  '/api/course/activity_detail': 'activities',
  '/api/artist/artist_detail': 'artists',
  '/api/artist/artist_list': 'artists',
  '/api/perform/news_list': 'performance-news',
  '/api/perform/news_detail': 'performance-news',
  '/api/course/news_list': 'course-news',
  '/api/course/news_detail': 'course-news',
  '/api/artist/news_list': 'artist-news',
  '/api/artist/news_detail': 'artist-news',
  '/api/course/applyinfo': 'courses',
  '/api/course/activity_applyinfo': 'activities',
}

/** The kind of items of an endpoint; null if it has none. */
export const getEndpointKind = (path: string): ContentKind | null => ITEM_KINDS[path] ?? null
const OWN_PROPERTIES = new Set(['', 'items', 'related'])

/** @param path path of the endpoint */
export function readItemReferences(data: unknown, path: string): ItemReferences {
  const ids = new Set<ItemCode>()
  collect(data, '', path, ids)
  const items = isRecord(data) && Array.isArray(data['items']) ? data['items'] : []
  const total = isRecord(data) ? data['total'] : undefined
  const list = items.flatMap((item) => (isRecord(item) ? readItem(item, 'items', path) : []))
  return {
    ids: Float64Array.from(ids),
    list: Float64Array.from(list),
    total: typeof total === 'number' ? total : null,
  }
}

/** @param name the property that contains the value or the list of the value */
function collect(value: unknown, name: string, path: string, ids: Set<ItemCode>): void {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, name, path, ids)
    return
  }
  if (!isRecord(value)) return
  if (!NON_ITEMS.has(name)) for (const code of readItem(value, name, path)) ids.add(code)
  for (const key in value) {
    const inner = value[key]
    if (typeof inner === 'object') collect(inner, key, path, ids)
    else if (typeof inner === 'number' && key.endsWith('_id') && !NON_ITEMS.has(key)) {
      ids.add(encodeItem(KIND_OF_PROPERTY.get(key) ?? null, inner))
    }
  }
}

/** Reads the code of an object, if it is an item. */
function readItem(value: Record<string, unknown>, name: string, path: string): ItemCode[] {
  const item = identifyItem(value, name, path)
  return item ? [encodeItem(item.kind, item.id)] : []
}

/**
 * Identifies the item that an object represents; null for other objects.
 * @param name the property that contains the object or its list
 */
export function identifyItem(
  value: unknown,
  name: string,
  path: string,
): { kind: ContentKind | null; id: number } | null {
  if (!isRecord(value) || NON_ITEMS.has(name)) return null
  const { id, kind } = value
  if (typeof id !== 'number') return null
  // News cards have the kind of their subject.
  if ('published_at' in value && v.is(NewsKindSchema, kind)) return { kind: `${kind}-news`, id }
  const own = OWN_PROPERTIES.has(name) ? ITEM_KINDS[path] : undefined
  return { kind: KIND_OF_PROPERTY.get(name) ?? own ?? null, id }
}

/** Whether objects of a property change only together with their parent. */
export const isPart = (name: string): boolean => NON_ITEMS.has(name)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
