import type { Locale } from '#api/language.ts'
import type { NewsCard, NewsDetail, NewsKind } from '#api/news.ts'
import { readJson } from '../../db/json.ts'
import type { Reader } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { formatTime } from '../../venue-time.ts'
import { queryPage } from '../read/page.ts'
import { loadDetails, readCard, selectItemTexts } from '../read/texts.ts'

/** News on an index page. */
const MAX_OF_KIND = 8
/** News on the page of an artist, a course or a performance. */
const MAX_OF_SUBJECT = 12

interface NewsQuery {
  kind: NewsKind
  lang: Locale
  /** Only news about this artist, course or performance. */
  subjectId?: number | undefined
}

/** Published news; `content/schedule.ts` publishes news at its time. */
const selectNews = (db: Reader, { kind, lang, subjectId }: NewsQuery) =>
  db
    .selectFrom('news')
    .innerJoin(selectItemTexts(`${kind}_news`, lang), 'text.item_id', 'news.id')
    .where('news.kind', '=', kind)
    .where('news.published', '=', 1)
    .$call((select) =>
      subjectId === undefined ? select : select.where('news.subject_id', '=', subjectId),
    )

/** Published news with the columns for cards, newest first; unpublished subjects are left out. */
const selectCards = (db: Reader, options: NewsQuery) =>
  selectNews(db, options)
    .leftJoin('content_text as subject', (join) =>
      join
        .onRef('subject.item_id', '=', 'news.subject_id')
        .on('subject.kind', '=', options.kind)
        .on('subject.lang', '=', options.lang)
        .on('subject.published', '=', 1),
    )
    .select([
      'news.id',
      'news.langs',
      'news.published_at',
      'text.title',
      'text.summary',
      'text.card',
      'subject.item_id as subject_id',
      'subject.title as subject_name',
    ])
    .orderBy('news.published_at', 'desc')
    .orderBy('news.id', 'desc')

type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['execute']>>[number]

function readNewsCard(kind: NewsKind, row: CardRow): NewsCard {
  const { subject_id: id, subject_name: name } = row
  return {
    kind,
    id: row.id,
    langs: readJson(row.langs),
    title: row.title,
    summary: row.summary,
    image: readCard(`${kind}_news`, row.card).image,
    published_at: formatTime(row.published_at),
    subject: id === null || name === null ? null : { id, name },
  }
}

/** A page of news, newest first. */
export async function listNews(db: Reader, options: NewsQuery & { page: number; size: number }) {
  const { items, ...page } = await queryPage(selectCards(db, options), options)
  return { ...page, items: items.map((row) => readNewsCard(options.kind, row)) }
}

export async function loadNewestNews(db: Reader, options: NewsQuery) {
  const limit = options.subjectId === undefined ? MAX_OF_KIND : MAX_OF_SUBJECT
  const rows = await selectCards(db, options).limit(limit).execute()
  return rows.map((row) => readNewsCard(options.kind, row))
}

/** The next older or newer news item; null without one. */
async function loadNeighbour(
  db: Reader,
  options: NewsQuery,
  from: { id: number; published_at: number },
  direction: 'older' | 'newer',
) {
  const [comparison, order] =
    direction === 'older' ? (['<', 'desc'] as const) : (['>', 'asc'] as const)
  const row = await selectNews(db, options)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('news.published_at', 'news.id'), comparison, tuple(from.published_at, from.id)),
    )
    .select(['news.id', 'text.title'])
    .orderBy('news.published_at', order)
    .orderBy('news.id', order)
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** A news item with links to its neighbours. @throws RequestError not_found */
export async function loadNewsDetail(
  db: Reader,
  options: NewsQuery & { id: number },
): Promise<NewsDetail> {
  const { kind, id, lang } = options
  const row = await selectCards(db, options)
    .where('news.id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  const [{ body }, older, newer] = await Promise.all([
    loadDetails(db, `${kind}_news`, id, lang),
    loadNeighbour(db, options, row, 'older'),
    loadNeighbour(db, options, row, 'newer'),
  ])
  return { ...readNewsCard(kind, row), body, older, newer }
}
