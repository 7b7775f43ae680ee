import type { ContentKind } from '#api/content-webhook.ts'
import { DETAILS, findReferences, type ReferenceKind } from './find-references.ts'
import type { ApiCall } from './api-call.ts'

/** Kinds by their names in webhooks and in the publishing status. */
const CONTENT_KINDS: Record<ReferenceKind, ContentKind> = {
  performance: 'performances',
  course: 'courses',
  activity: 'activities',
  artist: 'artists',
  performance_news: 'performance-news',
  course_news: 'course-news',
  artist_news: 'artist-news',
}

// Object.keys returns strings; these are the kinds.
const kinds = Object.keys(DETAILS) as ReferenceKind[]
const END = /\.id$/

/**
 * Names the item that a path of a response belongs to, as in `courses 12`: the innermost card around it,
 * else the item of the call.
 * @param path `data.items[3].price_fen`
 */
export function nameItem({ key, query }: ApiCall, path: string, data: unknown): string | null {
  const around = findReferences(data).filter(
    (one) => END.test(one.path) && path.startsWith(one.path.replace(END, '.')),
  )
  const [card] = around.toSorted((one, other) => other.path.length - one.path.length)
  if (card) return `${CONTENT_KINDS[card.kind]} ${card.id}`
  const kind = kinds.find((one) => DETAILS[one] === key)
  const id = query?.['id']
  return kind === undefined || id === undefined ? null : `${CONTENT_KINDS[kind]} ${id}`
}
