import { getSearchResults, type SearchHit } from '#api/search.ts'
import type { DataOfResults } from './request-results.ts'
import { request } from './request-results.ts'

const MOST = 8
const MOST_OF_A_KIND = 3
const REMEMBERED = 20

/** What is offered for a query: matching titles, and how many finds there are in all. */
export interface Suggestions {
  hits: SearchHit[]
  total: number
}

/**
 * The finds whose title matches. A title found by its sound, a typo or its name in the other language
 * shows no match; when no title shows one, the best finds are such titles and all of them count.
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
    return { hit, isExtra: place >= MOST_OF_A_KIND }
  })
  const chosen = new Set(
    ranked
      .toSorted((one, other) => Number(one.isExtra) - Number(other.isExtra))
      .slice(0, MOST)
      .map(({ hit }) => hit),
  )
  return hits.filter((hit) => chosen.has(hit))
}

/** Asks for suggestions and remembers the last answers. */
export function createSuggester(ask = requestSuggestions) {
  const known = new Map<string, Suggestions>()
  return async (q: string, signal: AbortSignal): Promise<Suggestions> => {
    const answer = known.get(q) ?? (await ask(q, signal))
    // The newest stands last: the first is the one to forget.
    known.delete(q)
    known.set(q, answer)
    for (const oldest of [...known.keys()].slice(0, -REMEMBERED)) known.delete(oldest)
    return answer
  }
}

/** The suggestions of this page. */
export const suggest = createSuggester()

async function requestSuggestions(q: string, signal: AbortSignal): Promise<Suggestions> {
  const results = await request(getSearchResults, { q }, signal)
  return { hits: pickSuggestions(pickTitles(results)), total: results.total }
}
