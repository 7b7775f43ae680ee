import type { ContentKind } from '#api/content-webhook.ts'
import { DETAILS, findReferences, type Kind } from './find-references.ts'
import type { Question } from './question.ts'

/** Kinds as webhooks and the status of the site name them. */
const CONTENT_KINDS: Record<Kind, ContentKind> = {
  performance: 'performances',
  course: 'courses',
  activity: 'activities',
  artist: 'artists',
  performance_news: 'performance-news',
  course_news: 'course-news',
  artist_news: 'artist-news',
}

// Object.keys knows only strings; these are the kinds.
const kinds = Object.keys(DETAILS) as Kind[]
const END = /\.id$/

/**
 * The item that a place of an answer belongs to, as in `courses 12`: the innermost card around it, else
 * what the call is about.
 * @param path as findings have it: `data.items[3].price_fen`
 */
export function nameItem({ key, query }: Question, path: string, data: unknown): string | null {
  const around = findReferences(data).filter(
    (one) => END.test(one.path) && path.startsWith(one.path.replace(END, '.')),
  )
  const [card] = around.toSorted((one, other) => other.path.length - one.path.length)
  if (card) return `${CONTENT_KINDS[card.kind]} ${card.id}`
  const kind = kinds.find((one) => DETAILS[one] === key)
  const id = query?.['id']
  return kind === undefined || id === undefined ? null : `${CONTENT_KINDS[kind]} ${id}`
}
