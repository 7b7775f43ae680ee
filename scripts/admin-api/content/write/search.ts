import { createHash } from 'node:crypto'
import * as v from 'valibot'
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
import { listNamesOf, listRelatedNames } from './search-names.ts'

const TEXT_KINDS = [
  'artist',
  'performance',
  'course',
  'activity',
  'artist_news',
  'course_news',
  'performance_news',
  'business_case',
] as const satisfies TextKind[]
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
/** Names an item as its texts do. */
export interface TextKey {
  kind: TextKind
  id: number
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

function readTexts(db: Database, { kind, id }: TextKey): TextRow[] {
  const query = db.query
    .selectFrom('content_text')
    .select(['kind', 'item_id', 'lang', 'title', 'summary', 'card', 'details', 'body'])
    .where('kind', '=', kind)
    .where('item_id', '=', id)
    .where('published', '=', 1)
    .orderBy('lang', 'desc')
  return all(db, query)
}

function readHash(db: Database, document: number): string | null {
  const row = db.prepare('SELECT hash FROM search_doc WHERE id = ?').get(document)
  return row ? String(row['hash']) : null
}

/** Brings one document in line with its item; an unchanged one is left alone. */
function updateDocument(db: Database, key: TextKey, related: readonly string[]): void {
  const id = toDocumentId(KINDS[key.kind], key.id)
  const before = readHash(db, id)
  const rows = readTexts(db, key)
  if (rows.length === 0) {
    if (before !== null) deleteDocument(db, id)
    return
  }
  const texts = collectTexts(rows, related)
  texts.lead.push(...KIND_WORDS[readDocumentId(id).kind])
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex')
  if (before === hash) return
  if (before !== null) deleteDocument(db, id)
  insertDocument(db, id, hash, texts)
}

const KeysSchema = v.array(v.object({ kind: v.picklist(TEXT_KINDS), id: v.number() }))

/** Brings the search index in line with the published texts, one item at a time. */
export function writeSearchIndex(db: Database): void {
  const sql = 'SELECT DISTINCT kind, item_id AS id FROM content_text WHERE published = 1'
  const keys = v.parse(KeysSchema, db.prepare(sql).all())
  const related = listRelatedNames(db)
  for (const key of keys) {
    updateDocument(db, key, related.get(toDocumentId(KINDS[key.kind], key.id)) ?? [])
  }
  const wanted = new Set(keys.map(({ kind, id }) => toDocumentId(KINDS[kind], id)))
  const stored = db.prepare('SELECT id FROM search_doc').all()
  for (const { id } of stored) if (!wanted.has(Number(id))) deleteDocument(db, Number(id))
}

/** Brings some items of the index in line. */
export function updateSearchIndex(db: Database, keys: readonly TextKey[]): void {
  for (const key of keys) {
    updateDocument(db, key, listNamesOf(db, KINDS[key.kind], key.id))
  }
}

/** Fills an index that a migration emptied; otherwise it is only looked at. */
export function fillSearchIndex(db: Database): void {
  const isFilled = db.prepare('SELECT 1 FROM search_doc LIMIT 1').get() !== undefined
  if (!isFilled) db.transact(() => writeSearchIndex(db))
}
