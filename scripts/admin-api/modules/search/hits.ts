import type { Locale } from '#api/language.ts'
import type { SearchHit, SearchKind } from '#api/search.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { TextKind } from '../../db/texts.ts'
import { formatTime } from '../../venue-time.ts'
import { readCard } from '../read/texts.ts'
import type { Find } from './find.ts'
import { markTitle } from './marks.ts'
import type { Term } from './segment.ts'

const TEXT_KINDS: Record<SearchKind, TextKind> = {
  performance: 'performance',
  course: 'course',
  activity: 'activity',
  artist: 'artist',
  artist_news: 'artist_news',
  course_news: 'course_news',
  performance_news: 'performance_news',
  business: 'business_case',
}

const toKey = ({ kind, id }: Find) => `${TEXT_KINDS[kind]} ${id}`

async function loadTexts({ query }: Database, finds: readonly Find[], lang: Locale) {
  const byKind = Map.groupBy(finds, ({ kind }) => TEXT_KINDS[kind])
  const rows = await query
    .selectFrom('content_text')
    .select(['kind', 'item_id', 'title', 'summary', 'card'])
    .where('lang', '=', lang)
    .where(({ eb, or, and }) =>
      or(
        [...byKind].map(([kind, group]) => {
          const ids = group.map(({ id }) => id)
          return and([eb('kind', '=', kind), eb('item_id', 'in', ids)])
        }),
      ),
    )
    .execute()
  return new Map(rows.map((row) => [`${row.kind} ${row.item_id}`, row]))
}

/** The date that a find shows: the next one, else the last one, else when news came out. */
async function loadDates({ query }: Database, finds: readonly Find[], now: number) {
  const list = (kind: SearchKind) =>
    sql.join([0, ...finds.filter((find) => find.kind === kind).map(({ id }) => id)])
  const dated = (kind: SearchKind, table: string, item: string) => sql`
    SELECT ${kind} AS kind, ${sql.ref(item)} AS id,
           coalesce(min(CASE WHEN starts_at > ${now} THEN starts_at END), max(starts_at)) AS date
    FROM ${sql.table(table)} WHERE published = 1 AND ${sql.ref(item)} IN (${list(kind)})
    GROUP BY ${sql.ref(item)}`
  const { rows } = await sql<{ kind: TextKind; id: number; date: number }>`
    ${dated('performance', 'show', 'performance_id')}
    UNION ALL ${dated('course', 'course_date', 'course_id')}
    UNION ALL ${dated('activity', 'activity_date', 'activity_id')}
    UNION ALL SELECT kind || '_news', id, published_at FROM news
      WHERE (kind = 'artist' AND id IN (${list('artist_news')}))
         OR (kind = 'course' AND id IN (${list('course_news')}))
         OR (kind = 'performance' AND id IN (${list('performance_news')}))`.execute(query)
  return new Map(rows.map((row) => [`${row.kind} ${row.id}`, row.date]))
}

/** Finds as visitors see them, in two queries. */
export async function loadHits(
  db: Database,
  finds: readonly Find[],
  { lang, now, terms }: { lang: Locale; now: number; terms: readonly Term[] },
): Promise<SearchHit[]> {
  if (finds.length === 0) return []
  const [texts, dates] = await Promise.all([loadTexts(db, finds, lang), loadDates(db, finds, now)])
  return finds.flatMap((find) => {
    const text = texts.get(toKey(find))
    if (!text) return []
    const date = dates.get(toKey(find))
    return {
      kind: find.kind,
      id: find.id,
      title: text.title,
      title_marks: markTitle(text.title, terms),
      summary: text.summary,
      image: readCard(text.kind, text.card).image,
      date: date === undefined ? null : formatTime(date),
    }
  })
}
