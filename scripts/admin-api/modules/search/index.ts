import type { SearchKind } from '#api/search.ts'
import type { Reader } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { loadCourseFacts, sortCourses } from '../course/facts.ts'
import { loadPerformanceFacts, sortPerformances } from '../perform/facts.ts'
import { takePage } from '../read/page.ts'
import { loadPage, type ReadContext } from '../read/texts.ts'
import { findItems, type SearchMatch } from './find.ts'
import { loadHits } from './hits.ts'

const ITEMS_PER_KIND = 3

/** Suggested search words, and the next performances and courses. */
async function loadRecommendations(db: Reader, { lang, now }: ReadContext) {
  const [{ words }, performances, courses] = await Promise.all([
    loadPage(db, 'search', lang),
    loadPerformanceFacts(db, now),
    loadCourseFacts(db, now),
  ])
  const matches: SearchMatch[] = [
    ...sortPerformances(performances, now)
      .filter(({ state }) => state === 'on_sale' || state === 'few_left')
      .slice(0, ITEMS_PER_KIND)
      .map(({ id }) => ({ kind: 'performance' as const, id })),
    ...sortCourses(courses)
      .filter(({ state }) => state === 'open' || state === 'few_left')
      .slice(0, ITEMS_PER_KIND)
      .map(({ id }) => ({ kind: 'course' as const, id })),
  ]
  return { words, items: await loadHits(db, matches, { lang, now, terms: [] }) }
}

/** Results per kind in the first response. */
const RESULTS_PER_KIND = 5

export function createSearchHandlers(deps: Deps) {
  const db = deps.db.query
  return {
    'GET /api/search/recommend': ({ lang, now }) => loadRecommendations(db, { lang, now }),

    'GET /api/search/results': async ({ query: { q }, lang, now }) => {
      const { matches, terms } = await findItems(db, q, lang)
      // Kinds are in the order of their best match.
      const groups: [SearchKind, SearchMatch[]][] = [...Map.groupBy(matches, ({ kind }) => kind)]
      const best = groups.flatMap(([, group]) => group.slice(0, RESULTS_PER_KIND))
      const hits = await loadHits(db, best, { lang, now, terms })
      return {
        q,
        total: matches.length,
        groups: groups.map(([kind, group]) => ({
          kind,
          total: group.length,
          items: hits.filter((hit) => hit.kind === kind),
        })),
      }
    },

    'GET /api/search/morelist': async ({ query, lang, now }) => {
      const { q, kind } = query
      const { matches, terms } = await findItems(db, q, lang)
      const { items, ...page } = takePage(
        matches.filter((match) => match.kind === kind),
        query,
      )
      return { ...page, items: await loadHits(db, items, { lang, now, terms }) }
    },
  } satisfies Partial<Handlers>
}
