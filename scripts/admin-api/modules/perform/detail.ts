import type { Locale } from '#api/language.ts'
import type { PerformanceDetail } from '#api/perform.ts'
import type { Reader } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { formatTime } from '../../venue-time.ts'
import { loadArtistCards } from '../artist/cards.ts'
import { loadNewestNews } from '../news/news.ts'
import { loadPlaces, pickName } from '../read/names.ts'
import { loadRelated, type RelatedQuery } from '../read/related.ts'
import { loadDetails, type ReadContext } from '../read/texts.ts'
import { loadPerformanceCards, readShow } from './cards.ts'
import { loadPerformanceFacts, type PerformanceFacts } from './facts.ts'

/**
 * Ids of other performances that are not over: by their next show, then those without a date. Selected in
 * SQL, so that a page need not load all coming shows.
 */
async function findOthers(
  db: Reader,
  performance: PerformanceFacts,
  { now, isSameGroup, count }: RelatedQuery & { now: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('performance')
    .leftJoin('show', (join) =>
      join.onRef('show.performance_id', '=', 'performance.id').on('show.published', '=', 1),
    )
    .select('performance.id')
    .where('performance.published', '=', 1)
    .where('performance.id', '!=', performance.id)
    .where('genre_id', isSameGroup ? '=' : '!=', performance.row.genre_id)
    .where(({ eb, or }) => or([eb('show.id', 'is', null), eb('show.ends_at', '>', now)]))
    .groupBy('performance.id')
    .orderBy(
      ({ and, case: when, eb, fn, ref }) => {
        const plays = and([eb('show.cancelled', '=', 0), eb('show.moved', '=', 0)])
        return fn.min(when().when(plays).then(ref('show.starts_at')).end())
      },
      (order) => order.asc().nullsLast(),
    )
    .orderBy('performance.id')
    .limit(count)
    .execute()
  return rows.map(({ id }) => id)
}

async function loadTiers(db: Reader, performanceId: number, lang: Locale) {
  const rows = await db
    .selectFrom('tier')
    .select(['id', 'name', 'price_fen', 'member_price_fen'])
    .where('performance_id', '=', performanceId)
    .where('published', '=', 1)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, name: pickName(row.name, lang) }))
}

async function loadArtistIds(db: Reader, performanceId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('performance_artist')
    .select('artist_id')
    .where('performance_id', '=', performanceId)
    .orderBy('position')
    .execute()
  return rows.map(({ artist_id }) => artist_id)
}

/** The detail page of a performance. @throws RequestError not_found */
export async function loadPerformanceDetail(
  db: Reader,
  { id, lang, now }: ReadContext & { id: number },
): Promise<PerformanceDetail> {
  const [facts] = await loadPerformanceFacts(db, now, [id])
  if (!facts) throw notFound()
  const relatedFacts = await loadRelated(
    (query) => findOthers(db, facts, { ...query, now }),
    (ids) => loadPerformanceFacts(db, now, ids),
  )
  const [[card, ...related], { summary, details, body }, tiers, places, artistIds, news] =
    await Promise.all([
      loadPerformanceCards(db, lang, [facts, ...relatedFacts]),
      loadDetails(db, 'performance', id, lang),
      loadTiers(db, id, lang),
      loadPlaces(db, lang),
      loadArtistIds(db, id),
      loadNewestNews(db, { kind: 'performance', lang, subjectId: id }),
    ])
  if (!card) throw notFound()
  const { duration_min, intermissions, age_min } = facts.row
  return {
    ...card,
    summary,
    ...details,
    duration_min,
    intermissions,
    age_min,
    tiers,
    shows: facts.shows.map((show) => readShow(show, places, lang, now)),
    body,
    artists: await loadArtistCards(db, lang, artistIds),
    news,
    related,
    server_time: formatTime(now),
  }
}
