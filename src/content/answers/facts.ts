import { CONTENT_KINDS, type ContentKind } from '#api/content-webhook.ts'

// What an answer says about items, enough to know whom a change concerns. An item is a number of one
// kind; where an answer does not tell the kind, the number stands for an item of any.

export type ItemKind = ContentKind

/** An item as one number. */
export type ItemCode = number

/** Numbers of items are below. */
const STEP = 1_000_000_000

export const codeOf = (kind: ItemKind | null, id: number): ItemCode =>
  (kind === null ? 0 : CONTENT_KINDS.indexOf(kind) + 1) * STEP + id

/** All codes that may mean the same item. */
export function listCodes(code: ItemCode): ItemCode[] {
  const id = code % STEP
  if (code !== id) return [code, id]
  return [id, ...CONTENT_KINDS.map((kind) => codeOf(kind, id))]
}

export interface AnswerFacts {
  /** All items that it names. */
  ids: Float64Array
  /** The items of a list, in its order; empty for other answers. */
  list: Float64Array
  /** How many items the whole list has. */
  total: number | null
}

/** Things with a number that are no items: they change with a page of the content, never alone. */
const NO_ITEMS = new Set(
  (
    'city cities citys city_id default_city_id venue venues hall halls genre genre_id discipline ' +
    'disciplines discipline_id category categories shows tier tiers dates next_date packages'
  ).split(' '),
)

/** Properties whose things are of one kind wherever they stand. */
const NAMED: Readonly<Record<string, ItemKind>> = {
  artist: 'artists',
  artists: 'artists',
  artist_id: 'artists',
  teacher: 'artists',
  teachers: 'artists',
  teacher_id: 'artists',
  performance: 'performances',
  performances: 'performances',
  performance_id: 'performances',
  on_sale: 'performances',
  past: 'performances',
  course: 'courses',
  courses: 'courses',
  course_id: 'courses',
  activity: 'activities',
  activities: 'activities',
  activity_id: 'activities',
}

/** What an endpoint is about: its own item, the items of its list, and those it calls related. */
const ABOUT: Readonly<Record<string, ItemKind>> = {
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

/** The kind of item that a call is about; null where it is about none. */
export const kindOfCall = (path: string): ItemKind | null => ABOUT[path] ?? null
const OWN = new Set(['', 'items', 'related'])
const NEWS = {
  artist: 'artist-news',
  performance: 'performance-news',
  course: 'course-news',
} as const

const isNewsKind = (kind: unknown): kind is keyof typeof NEWS =>
  typeof kind === 'string' && Object.hasOwn(NEWS, kind)

/** @param path of the endpoint that gave the answer */
export function readFacts(answer: unknown, path: string): AnswerFacts {
  const ids = new Set<ItemCode>()
  collect(answer, '', path, ids)
  const items = isRecord(answer) && Array.isArray(answer['items']) ? answer['items'] : []
  const total = isRecord(answer) ? answer['total'] : undefined
  const list = items.flatMap((item) => (isRecord(item) ? readItem(item, 'items', path) : []))
  return {
    ids: Float64Array.from(ids),
    list: Float64Array.from(list),
    total: typeof total === 'number' ? total : null,
  }
}

/** @param name the property that holds the value: elements of a list stand under its name */
function collect(value: unknown, name: string, path: string, ids: Set<ItemCode>): void {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, name, path, ids)
    return
  }
  if (!isRecord(value)) return
  if (!NO_ITEMS.has(name)) for (const code of readItem(value, name, path)) ids.add(code)
  for (const key in value) {
    const inner = value[key]
    if (typeof inner === 'object') collect(inner, key, path, ids)
    else if (typeof inner === 'number' && key.endsWith('_id') && !NO_ITEMS.has(key)) {
      ids.add(codeOf(NAMED[key] ?? null, inner))
    }
  }
}

/** The item that an object is, where it has a number. */
function readItem(value: Record<string, unknown>, name: string, path: string): ItemCode[] {
  const item = identifyItem(value, name, path)
  return item ? [codeOf(item.kind, item.id)] : []
}

/**
 * The item that an object of an answer is; null for what is no item.
 * @param name the property that holds it, or holds the list that it stands in
 */
export function identifyItem(
  value: unknown,
  name: string,
  path: string,
): { kind: ItemKind | null; id: number } | null {
  if (!isRecord(value) || NO_ITEMS.has(name)) return null
  const { id, kind } = value
  if (typeof id !== 'number') return null
  // Cards of news say of what kind of thing they tell.
  if ('published_at' in value && isNewsKind(kind)) return { kind: NEWS[kind], id }
  return { kind: NAMED[name] ?? (OWN.has(name) ? ABOUT[path] : undefined) ?? null, id }
}

/** Whether what stands under a name changes with what holds it, never alone. */
export const isPart = (name: string): boolean => NO_ITEMS.has(name)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
