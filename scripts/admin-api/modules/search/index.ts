import type { SearchKind } from '#api/search.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { takePage } from '../read/page.ts'
import { findItems } from './find.ts'
import type { Find } from './find.ts'
import { loadHits } from './hits.ts'
import { loadRecommendations } from './recommend.ts'

/** How many of each kind the first answer shows. */
const BEST = 5

export function createSearchHandlers(deps: Deps) {
  const db = deps.db.query
  return {
    'GET /api/search/recommend': ({ lang, now }) => loadRecommendations(db, { lang, now }),

    'GET /api/search/results': async ({ query: { q }, lang, now }) => {
      const { finds, terms } = await findItems(db, q, lang)
      // Kinds stand in the order of their best find.
      const groups: [SearchKind, Find[]][] = [...Map.groupBy(finds, ({ kind }) => kind)]
      const best = groups.flatMap(([, group]) => group.slice(0, BEST))
      const hits = await loadHits(db, best, { lang, now, terms })
      return {
        q,
        total: finds.length,
        groups: groups.map(([kind, group]) => ({
          kind,
          total: group.length,
          items: hits.filter((hit) => hit.kind === kind),
        })),
      }
    },

    'GET /api/search/morelist': async ({ query, lang, now }) => {
      const { q, kind } = query
      const { finds, terms } = await findItems(db, q, lang)
      const { items, ...page } = takePage(
        finds.filter((find) => find.kind === kind),
        query,
      )
      return { ...page, items: await loadHits(db, items, { lang, now, terms }) }
    },
  } satisfies Partial<Handlers>
}
