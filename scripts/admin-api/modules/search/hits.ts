import type { Locale } from '#api/language.ts'
import type { SearchHit, SearchKind } from '#api/search.ts'
import { sql } from 'kysely'
import type { Reader } from '../../db/open.ts'
import type { TextKind } from '../../db/texts.ts'
import { formatTime } from '../../venue-time.ts'
import { readPlainText } from '../../content/blocks.ts'
import { readJson } from '../../db/json.ts'
import { readCard } from '../read/texts.ts'
import type { Find } from './find.ts'
import { findExcerpt } from './excerpt.ts'
import type { ExcerptSource } from './excerpt.ts'
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

async function loadTexts(db: Reader, finds: readonly Find[], lang: Locale) {
  const byKind = Map.groupBy(finds, ({ kind }) => TEXT_KINDS[kind])
  const rows = await db
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
async function loadDates(db: Reader, finds: readonly Find[], now: number) {
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
         OR (kind = 'performance' AND id IN (${list('performance_news')}))`.execute(db)
  return new Map(rows.map((row) => [`${row.kind} ${row.id}`, row.date]))
}

/** Parts of an item that are no text, or the same on every page. */
const NO_TEXT = new Set(['image', 'rules'])

/** Texts of cards and details, an object with a role and a name as one line. */
function listLines(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(listLines)
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value).filter(([key]) => !NO_TEXT.has(key))
  const own = entries.flatMap(([, one]) => (typeof one === 'string' && one !== '' ? [one] : []))
  const nested = entries.flatMap(([, one]) => (typeof one === 'string' ? [] : listLines(one)))
  return own.length > 0 ? [own.join(' · '), ...nested] : nested
}

/** Everything that an item says, by its key; the language of the reader first. */
async function loadSources(db: Reader, finds: readonly Find[], lang: Locale) {
  const sources = new Map<string, ExcerptSource[]>()
  if (finds.length === 0) return sources
  const rows = await db
    .selectFrom('content_text')
    .select(['kind', 'item_id', 'lang', 'title', 'summary', 'card', 'details', 'body'])
    .where('published', '=', 1)
    .where(({ eb, or, and }) =>
      or(
        finds.map(({ kind, id }) =>
          and([eb('kind', '=', TEXT_KINDS[kind]), eb('item_id', '=', id)]),
        ),
      ),
    )
    .execute()
  for (const row of rows.toSorted((one) => (one.lang === lang ? -1 : 1))) {
    const { summary, card, details, body, title } = row
    const lines = [...listLines(JSON.parse(card)), ...listLines(JSON.parse(details))]
    const texts = [summary, ...lines, readPlainText(readJson(body))]
    const key = `${row.kind} ${row.item_id}`
    const source = { lang: row.lang, texts: row.lang === lang ? texts : [title, ...texts] }
    sources.set(key, [...(sources.get(key) ?? []), source])
  }
  return sources
}

/** Finds as visitors see them, in three queries. */
export async function loadHits(
  db: Reader,
  finds: readonly Find[],
  { lang, now, terms }: { lang: Locale; now: number; terms: readonly Term[] },
): Promise<SearchHit[]> {
  if (finds.length === 0) return []
  const [texts, dates] = await Promise.all([loadTexts(db, finds, lang), loadDates(db, finds, now)])
  const marked = finds.flatMap((find) => {
    const text = texts.get(toKey(find))
    return text ? [{ find, text, marks: markTitle(text.title, terms) }] : []
  })
  const unmarked = terms.length > 0 ? marked.filter(({ marks }) => marks.length === 0) : []
  const sources = await loadSources(
    db,
    unmarked.map(({ find }) => find),
    lang,
  )
  return marked.map(({ find, text, marks }) => {
    const date = dates.get(toKey(find))
    return {
      kind: find.kind,
      id: find.id,
      title: text.title,
      title_marks: marks,
      summary: text.summary,
      excerpt: findExcerpt(sources.get(toKey(find)) ?? [], terms),
      image: readCard(text.kind, text.card).image,
      date: date === undefined ? null : formatTime(date),
    }
  })
}
