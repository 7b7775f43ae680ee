import type { ContentKind } from '#api/content-webhook.ts'
import type { ApiCall } from './api-call.ts'
import { isRecord, visitObjects, type Fields, type Node } from './json.ts'
import type { EndpointKey } from '#api/index.ts'

/** Kinds of items that responses reference by id: the detail endpoint, and the name in webhooks and in the status. */
export const ITEMS = {
  performance: { detail: 'GET /api/perform/detail', content: 'performances' },
  course: { detail: 'GET /api/course/detail', content: 'courses' },
  activity: { detail: 'GET /api/course/activity_detail', content: 'activities' },
  artist: { detail: 'GET /api/artist/artist_detail', content: 'artists' },
  performance_news: { detail: 'GET /api/perform/news_detail', content: 'performance-news' },
  course_news: { detail: 'GET /api/course/news_detail', content: 'course-news' },
  artist_news: { detail: 'GET /api/artist/news_detail', content: 'artist-news' },
} as const satisfies Record<string, { detail: EndpointKey; content: ContentKind }>
export type ReferenceKind = keyof typeof ITEMS

export interface ItemReference {
  kind: ReferenceKind
  id: number
  path: string
}

const isKind = (kind: string): kind is ReferenceKind => kind in ITEMS

/** Fields by which a card of each kind is recognised. */
const CARDS: [ReferenceKind, string[]][] = [
  ['performance', ['genre', 'poster', 'halls']],
  ['course', ['category', 'poster', 'admission', 'hours']],
  ['activity', ['poster', 'places_left', 'opens_at', 'closes_at']],
  ['artist', ['discipline', 'portrait', 'latin_name']],
]

function makeReference(kind: unknown, id: unknown, path: string): ItemReference[] {
  if (typeof kind !== 'string' || !isKind(kind)) return []
  return typeof id === 'number' && Number.isInteger(id) && id > 0 ? [{ kind, id, path }] : []
}

function getId(value: unknown): unknown {
  return isRecord(value) ? value['id'] : undefined
}

function findCard({ fields, path }: Node): ItemReference[] {
  const card = CARDS.find(([, fieldNames]) => fieldNames.every((name) => name in fields))
  return card ? makeReference(card[0], fields['id'], `${path}.id`) : []
}

function findNews({ fields, path }: Node): ItemReference[] {
  if (!('published_at' in fields) || !('kind' in fields)) return []
  const kind = `${String(fields['kind'])}_news`
  return [
    ...makeReference(kind, fields['id'], `${path}.id`),
    ...makeReference(fields['kind'], getId(fields['subject']), `${path}.subject.id`),
    ...makeReference(kind, getId(fields['older']), `${path}.older.id`),
    ...makeReference(kind, getId(fields['newer']), `${path}.newer.id`),
  ]
}

function findNamed({ fields, path }: Node): ItemReference[] {
  const isHit = 'title_marks' in fields
  return [
    ...makeReference('performance', fields['performance_id'], `${path}.performance_id`),
    ...makeReference('artist', fields['artist_id'], `${path}.artist_id`),
    ...makeReference(fields['kind'], fields['item_id'], `${path}.item_id`),
    ...makeReference(isHit ? fields['kind'] : null, fields['id'], `${path}.id`),
    ...(isDate(fields)
      ? makeReference('course', getId(fields['course']), `${path}.course.id`)
      : []),
  ]
}

const isDate = (fields: Fields) => 'course' in fields && 'starts_at' in fields

/** Finds all items that a response references by id. */
export function findReferences(data: unknown): ItemReference[] {
  return [...visitObjects(data)].flatMap((node) => [
    ...findCard(node),
    ...findNews(node),
    ...findNamed(node),
  ])
}

// Object.keys returns strings; these are the kinds.
export const kinds = Object.keys(ITEMS) as ReferenceKind[]
const END = /\.id$/

/**
 * Names the item to which a path of a response belongs, as in `courses 12`: the innermost card around it,
 * or else the item of the call.
 * @param path `data.items[3].price_fen`
 */
export function nameItem({ key, query }: ApiCall, path: string, data: unknown): string | null {
  const cards = findReferences(data).filter(
    (reference) => END.test(reference.path) && path.startsWith(reference.path.replace(END, '.')),
  )
  const [card] = cards.toSorted((a, b) => b.path.length - a.path.length)
  if (card) return `${ITEMS[card.kind].content} ${card.id}`
  const kind = kinds.find((candidate) => ITEMS[candidate].detail === key)
  const id = query?.['id']
  return kind === undefined || id === undefined ? null : `${ITEMS[kind].content} ${id}`
}
