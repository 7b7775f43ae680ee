import type { SearchHit } from '#api/search.ts'
import { requestGroups, type DataOfResults } from './request-results.ts'

const MAX_SUGGESTIONS = 8
const MAX_PER_KIND = 3
const MAX_CACHED = 20

/** What is offered for a query: matching titles, and how many finds there are in all. */
export interface Suggestions {
  hits: SearchHit[]
  total: number
}

/**
 * The finds whose title matches. A title found by a typo or its name in the other language shows no
 * match; when no title shows one, the best finds are such titles and all of them count.
 */
export function pickTitles({ groups }: Pick<DataOfResults, 'groups'>): SearchHit[] {
  const hits = groups.flatMap(({ items }) => items)
  const matching = hits.filter(({ title_marks: marks }) => marks.length > 0)
  return matching.length > 0 ? matching : hits
}

/** A short list in which each kind has its place. */
export function pickSuggestions(hits: readonly SearchHit[]): SearchHit[] {
  const seen = new Map<string, number>()
  const ranked = hits.map((hit) => {
    const place = seen.get(hit.kind) ?? 0
    seen.set(hit.kind, place + 1)
    return { hit, isExtra: place >= MAX_PER_KIND }
  })
  const chosen = new Set(
    ranked
      .toSorted((one, other) => Number(one.isExtra) - Number(other.isExtra))
      .slice(0, MAX_SUGGESTIONS)
      .map(({ hit }) => hit),
  )
  return hits.filter((hit) => chosen.has(hit))
}

/** Asks for suggestions and remembers the last answers. */
export function createSuggester(fetch = requestSuggestions) {
  const cache = new Map<string, Suggestions>()
  return async (q: string, signal: AbortSignal): Promise<Suggestions> => {
    const answer = cache.get(q) ?? (await fetch(q, signal))
    // The newest stands last: the first is the one to forget.
    cache.delete(q)
    cache.set(q, answer)
    for (const oldest of [...cache.keys()].slice(0, -MAX_CACHED)) cache.delete(oldest)
    return answer
  }
}

/** The suggestions of this page. */
export const suggest = createSuggester()

async function requestSuggestions(q: string, signal: AbortSignal): Promise<Suggestions> {
  const results = await requestGroups(q, signal)
  return { hits: pickSuggestions(pickTitles(results)), total: results.total }
}
