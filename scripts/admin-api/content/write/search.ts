import { createHash } from 'node:crypto'
import type { Block } from '#api/blocks.ts'
import type { SearchKind } from '#api/search.ts'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { TextKind } from '../../db/texts.ts'
import { all, execute } from '../../db/write.ts'
import { readDocumentId, toDocumentId } from '../../modules/search/document-id.ts'
import { foldText } from '../../modules/search/fold.ts'
import { segmentText, segmentTitle } from '../../modules/search/segment.ts'
import { readSound } from '../../modules/search/sound.ts'
import { readPlainText } from '../blocks.ts'
import { listRelatedNames } from './search-names.ts'

const KINDS: Record<TextKind, SearchKind> = {
  artist: 'artist',
  performance: 'performance',
  course: 'course',
  activity: 'activity',
  artist_news: 'artist_news',
  course_news: 'course_news',
  performance_news: 'performance_news',
  business_case: 'business',
}
/** What an item is called by its kind: 昆曲课程 and "kunqu course" mean a course. */
const KIND_WORDS: Record<SearchKind, string[]> = {
  performance: ['演出', 'performance show'],
  course: ['课程', 'course class'],
  activity: ['活动', 'event activity'],
  artist: ['艺术家', 'artist'],
  artist_news: ['新闻', 'news'],
  course_news: ['新闻', 'news'],
  performance_news: ['新闻', 'news'],
  business: ['商务合作', 'business'],
}
/** Parts that are no text, or the same on every page. */
const SKIPPED = new Set(['image', 'rules', 'artist_id', 'performance_id'])
/** Parts that name people and works: they count nearly as much as a title. */
const NAMES = new Set(['author', 'latin_name', 'client', 'name', 'title', 'subtitle'])
/** Chinese that is asked for by its sound: no sentences. */
const LONGEST_NAME = 12

interface Texts {
  titles: string[]
  names: string[]
  lead: string[]
  body: string[]
}
type TextRow = Omit<Tables['content_text'], 'published'>

function collectStrings(value: unknown, key: string, texts: Texts): void {
  if (typeof value === 'string') (NAMES.has(key) ? texts.names : texts.lead).push(value)
  if (typeof value !== 'object' || value === null) return
  for (const [name, child] of Object.entries(value)) {
    if (!SKIPPED.has(name)) collectStrings(child, Array.isArray(value) ? key : name, texts)
  }
}

function collectTexts(rows: readonly TextRow[], related: readonly string[]): Texts {
  const texts: Texts = { titles: [], names: [...related], lead: [], body: [] }
  for (const row of rows) {
    const blocks: Block[] = JSON.parse(row.body)
    texts.titles.push(row.title)
    texts.lead.push(row.summary)
    collectStrings([JSON.parse(row.card), JSON.parse(row.details)], '', texts)
    texts.body.push(readPlainText(blocks))
  }
  // The English site shows the original where there is no translation: once is enough.
  const once = (list: readonly string[]) => [...new Set(list)].filter((text) => text !== '')
  return {
    titles: once(texts.titles),
    names: once(texts.names),
    lead: once(texts.lead),
    body: once(texts.body),
  }
}

const lines = (list: readonly string[]) => `\n${list.join('\n')}\n`
const oneLine = (text: string) => foldText(text).replaceAll(/\s+/gu, ' ').trim()

function insertDocument(db: Database, id: number, hash: string, texts: Texts): void {
  const { titles, names, lead, body } = texts
  const sounds = titles.map(readSound)
  const nameSounds = names.filter((name) => name.length <= LONGEST_NAME).map(readSound)
  const join = (list: readonly string[][]) => [...new Set(list.flat())].join(' ')
  execute(
    db,
    'INSERT INTO search_doc (id, hash, title, sound) VALUES (?, ?, ?, ?)',
    id,
    hash,
    lines(titles.map(oneLine)),
    lines(sounds.flatMap(({ whole }) => whole)),
  )
  execute(
    db,
    'INSERT INTO search_title (rowid, title, names) VALUES (?, ?, ?)',
    id,
    segmentTitle(titles.join('\n')),
    segmentTitle(names.join('\n')),
  )
  execute(
    db,
    `INSERT INTO search_sound (rowid, pinyin, initials, name_pinyin, name_initials)
     VALUES (?, ?, ?, ?, ?)`,
    id,
    join(sounds.map(({ pinyin }) => pinyin)),
    join(sounds.map(({ initials }) => initials)),
    join(nameSounds.map(({ pinyin }) => pinyin)),
    join(nameSounds.map(({ initials }) => initials)),
  )
  // Titles and names once more: a query may have one word from there and one from the text.
  execute(
    db,
    'INSERT INTO search_text (rowid, lead, body) VALUES (?, ?, ?)',
    id,
    segmentText([...titles, ...names, ...lead].join('\n')),
    segmentText(body.join('\n')),
  )
}

function deleteDocument(db: Database, id: number): void {
  for (const table of ['search_title', 'search_sound', 'search_text']) {
    execute(db, `DELETE FROM ${table} WHERE rowid = ?`, id)
  }
  execute(db, 'DELETE FROM search_doc WHERE id = ?', id)
}

const readTexts = (db: Database): TextRow[] =>
  all(
    db,
    db.query
      .selectFrom('content_text')
      .select(['kind', 'item_id', 'lang', 'title', 'summary', 'card', 'details', 'body'])
      .where('published', '=', 1),
  )

/** Brings the search index in line with the published texts; unchanged ones are left alone. */
export function writeSearchIndex(db: Database): void {
  const stored = db.prepare('SELECT id, hash FROM search_doc').all()
  const hashes = new Map(stored.map((row) => [Number(row['id']), row['hash']]))
  const related = listRelatedNames(db)
  const items = Map.groupBy(readTexts(db), (row) => toDocumentId(KINDS[row.kind], row.item_id))
  for (const [id, rows] of items) {
    const texts = collectTexts(rows, related.get(id) ?? [])
    texts.lead.push(...KIND_WORDS[readDocumentId(id).kind])
    const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex')
    if (hashes.get(id) === hash) continue
    if (hashes.has(id)) deleteDocument(db, id)
    insertDocument(db, id, hash, texts)
  }
  for (const id of hashes.keys()) if (!items.has(id)) deleteDocument(db, id)
}

/** Fills an index that a migration emptied; otherwise it is only looked at. */
export function fillSearchIndex(db: Database): void {
  const isFilled = db.prepare('SELECT 1 FROM search_doc LIMIT 1').get() !== undefined
  if (!isFilled) db.transact(() => writeSearchIndex(db))
}
