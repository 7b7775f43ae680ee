import type { Locale } from '#api/language.ts'
import type { SearchHit, SearchKind } from '#api/search.ts'
import { sql } from 'kysely'
import type { Reader } from '../../db/open.ts'
import type { TextKind } from '../../db/texts.ts'
import { formatTime } from '../../venue-time.ts'
import { readPlainText } from '../../content/blocks.ts'
import { readJson } from '../../db/json.ts'
import { readCard } from '../read/texts.ts'
import { toTextKind } from './document-id.ts'
import type { SearchMatch } from './find.ts'
import { findExcerpt, type ExcerptSource } from './excerpt.ts'
import { markTitle } from './marks.ts'
import type { Term } from './segment.ts'

const toKey = ({ kind, id }: SearchMatch) => `${toTextKind(kind)} ${id}`

/** The texts of the matched items in all languages. */
const selectTexts = (db: Reader, matches: readonly SearchMatch[]) =>
  db
    .selectFrom('content_text')
    .where(({ and, or }) =>
      or(matches.map(({ kind, id }) => and({ kind: toTextKind(kind), item_id: id }))),
    )

async function loadTexts(db: Reader, matches: readonly SearchMatch[], lang: Locale) {
  const rows = await selectTexts(db, matches)
    .select(['kind', 'item_id', 'title', 'summary', 'card'])
    .where('lang', '=', lang)
    .execute()
  return new Map(rows.map((row) => [`${row.kind} ${row.item_id}`, row]))
}

/**
 * The date of each match: the next one that takes place, else the last one; for news the publication date.
 */
async function loadDates(db: Reader, matches: readonly SearchMatch[], now: number) {
  const list = (kind: SearchKind) =>
    sql.join([0, ...matches.filter((match) => match.kind === kind).map(({ id }) => id)])
  const dated = (kind: SearchKind, table: string, item: string, condition = sql``) => sql`
    SELECT ${kind} AS kind, ${sql.ref(item)} AS id,
           coalesce(min(CASE WHEN starts_at > ${now} THEN starts_at END), max(starts_at)) AS date
    FROM ${sql.table(table)} WHERE published = 1 ${condition} AND ${sql.ref(item)} IN (${list(kind)})
    GROUP BY ${sql.ref(item)}`
  const { rows } = await sql<{ kind: TextKind; id: number; date: number }>`
    ${dated('performance', 'show', 'performance_id', sql`AND cancelled = 0 AND moved = 0`)}
    UNION ALL ${dated('course', 'course_date', 'course_id', sql`AND cancelled = 0`)}
    UNION ALL ${dated('activity', 'activity_date', 'activity_id')}
    UNION ALL SELECT kind || '_news', id, published_at FROM news
      WHERE (kind = 'artist' AND id IN (${list('artist_news')}))
         OR (kind = 'course' AND id IN (${list('course_news')}))
         OR (kind = 'performance' AND id IN (${list('performance_news')}))`.execute(db)
  return new Map(rows.map((row) => [`${row.kind} ${row.id}`, row.date]))
}

/** Fields without text, or with the same text on every page. */
const NO_TEXT = new Set(['image', 'rules'])

/** Texts of a card or details as lines; the strings of one object, such as role and name, are one line. */
function listLines(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(listLines)
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value).filter(([key]) => !NO_TEXT.has(key))
  const strings = entries.flatMap(([, field]) =>
    typeof field === 'string' && field !== '' ? [field] : [],
  )
  const nested = entries.flatMap(([, field]) => (typeof field === 'string' ? [] : listLines(field)))
  return strings.length > 0 ? [strings.join(' · '), ...nested] : nested
}

/** All texts of the matched items by key; the reader's language first. */
async function loadSources(db: Reader, matches: readonly SearchMatch[], lang: Locale) {
  const sources = new Map<string, ExcerptSource[]>()
  if (matches.length === 0) return sources
  const rows = await selectTexts(db, matches)
    .select(['kind', 'item_id', 'lang', 'title', 'summary', 'card', 'details', 'body'])
    .where('published', '=', 1)
    .execute()
  for (const row of rows.toSorted((a, b) => Number(b.lang === lang) - Number(a.lang === lang))) {
    const { summary, card, details, body, title } = row
    const lines = [...listLines(JSON.parse(card)), ...listLines(JSON.parse(details))]
    const texts = [summary, ...lines, readPlainText(readJson(body))]
    const key = `${row.kind} ${row.item_id}`
    const source = { lang: row.lang, ...(row.lang !== lang && { title }), texts }
    sources.set(key, [...(sources.get(key) ?? []), source])
  }
  return sources
}

/** Loads titles, excerpts and dates of matches, in three queries. */
export async function loadHits(
  db: Reader,
  matches: readonly SearchMatch[],
  { lang, now, terms }: { lang: Locale; now: number; terms: readonly Term[] },
): Promise<SearchHit[]> {
  if (matches.length === 0) return []
  const [texts, dates] = await Promise.all([
    loadTexts(db, matches, lang),
    loadDates(db, matches, now),
  ])
  const marked = matches.flatMap((match) => {
    const text = texts.get(toKey(match))
    return text ? [{ match, text, marks: markTitle(text.title, terms) }] : []
  })
  const unmarked = terms.length > 0 ? marked.filter(({ marks }) => marks.length === 0) : []
  const sources = await loadSources(
    db,
    unmarked.map(({ match }) => match),
    lang,
  )
  return marked.map(({ match, text, marks }) => {
    const date = dates.get(toKey(match))
    return {
      kind: match.kind,
      id: match.id,
      title: text.title,
      title_marks: marks,
      summary: text.summary,
      excerpt: findExcerpt(sources.get(toKey(match)) ?? [], terms),
      image: readCard(text.kind, text.card).image,
      date: date === undefined ? null : formatTime(date),
    }
  })
}
