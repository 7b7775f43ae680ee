import type { Locale } from '#api/language.ts'
import type { Reader } from '../../db/open.ts'
import { loadCourseFacts, sortCourses } from '../course/facts.ts'
import { loadPerformanceFacts, sortPerformances } from '../perform/facts.ts'
import { loadPage } from '../read/texts.ts'
import type { SearchMatch } from './find.ts'
import { loadHits } from './hits.ts'

const ITEMS_PER_KIND = 3

/** Suggested search words, and the next performances and courses. */
export async function loadRecommendations(
  db: Reader,
  { lang, now }: { lang: Locale; now: number },
) {
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
