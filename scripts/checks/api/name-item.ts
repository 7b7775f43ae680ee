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
 * Names the item to which a path of a response belongs, as in `courses 12`: the innermost card around it,
 * or else the item of the call.
 * @param path `data.items[3].price_fen`
 */
export function nameItem({ key, query }: ApiCall, path: string, data: unknown): string | null {
  const cards = findReferences(data).filter(
    (reference) => END.test(reference.path) && path.startsWith(reference.path.replace(END, '.')),
  )
  const [card] = cards.toSorted((a, b) => b.path.length - a.path.length)
  if (card) return `${CONTENT_KINDS[card.kind]} ${card.id}`
  const kind = kinds.find((candidate) => DETAILS[candidate] === key)
  const id = query?.['id']
  return kind === undefined || id === undefined ? null : `${CONTENT_KINDS[kind]} ${id}`
}
