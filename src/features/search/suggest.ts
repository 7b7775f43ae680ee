import type { SearchHit } from '#api/search.ts'
import type { Locale } from '#i18n/locales.ts'
import { getPathLocale } from '#i18n/paths.ts'
import { requestGroups, type GroupedResults } from './request.ts'

const MAX_SUGGESTIONS = 8
const MAX_PER_KIND = 3
const MAX_CACHED = 20

/**
 * The results whose title contains a match. Titles found by their sound or by their name in the other language
 * have no marks: if no title has any, all results are returned that do not match by a text, as far as the API
 * reports it.
 */
export function pickTitles(
  { groups }: Pick<GroupedResults, 'groups'>,
  locale: Locale,
): SearchHit[] {
  const hits = groups.flatMap(({ items }) => items)
  const matching = hits.filter(({ title_marks: marks }) => marks.length > 0)
  return matching.length > 0
    ? matching
    : hits.filter(({ excerpt }) => excerpt?.is_title ?? excerpt?.lang !== locale)
}

/** Picks a short list with at most three results per kind, filled up with further ones. */
export function pickSuggestions(hits: readonly SearchHit[]): SearchHit[] {
  const kinds = [...Map.groupBy(hits, ({ kind }) => kind).values()]
  const extras = kinds.flatMap((group) => group.slice(MAX_PER_KIND))
  const ranked = [...hits.filter((hit) => !extras.includes(hit)), ...extras]
  const chosen = new Set(ranked.slice(0, MAX_SUGGESTIONS))
  return hits.filter((hit) => chosen.has(hit))
}

/** Creates a function that requests suggestions, with a cache of the most recently used ones. */
export function createSuggester(fetch = requestSuggestions) {
  const cache = new Map<string, SearchHit[]>()
  return async (q: string, signal: AbortSignal): Promise<SearchHit[]> => {
    const suggestions = cache.get(q) ?? (await fetch(q, signal))
    // Moves the query to the end, so that the first keys are the least recently used.
    cache.delete(q)
    cache.set(q, suggestions)
    for (const oldest of [...cache.keys()].slice(0, -MAX_CACHED)) cache.delete(oldest)
    return suggestions
  }
}

/** Requests suggestions with the cache of this page. */
export const suggest = createSuggester()

async function requestSuggestions(q: string, signal: AbortSignal): Promise<SearchHit[]> {
  const results = await requestGroups(q, signal)
  return pickSuggestions(pickTitles(results, getPathLocale(location.pathname)))
}
