import { createHash } from 'node:crypto'
import type { Block } from '#api/blocks.ts'
import type { SearchKind } from '#api/search.ts'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { TextKind } from '../../db/texts.ts'
import { all, execute } from '../../db/write.ts'
import { normalizeText, segmentText } from '../../modules/search/segment.ts'
import { readPlainText } from '../blocks.ts'

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
/** Parts that are no text, or the same on every page. */
const SKIPPED = new Set(['image', 'rules', 'artist_id', 'performance_id'])

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    SKIPPED.has(key) ? [] : listStrings(child),
  )
}

type TextRow = Omit<Tables['content_text'], 'published'>

function readDocument(row: TextRow) {
  const blocks: Block[] = JSON.parse(row.body)
  const lead = [row.summary, ...listStrings([JSON.parse(row.card), JSON.parse(row.details)])]
  const texts = { title: row.title, lead: lead.join('\n'), body: readPlainText(blocks) }
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex')
  return { ...texts, hash }
}

function writeDocument(db: Database, row: TextRow): void {
  const kind = KINDS[row.kind]
  const document = readDocument(row)
  const known = db
    .prepare('SELECT id, hash FROM search_doc WHERE kind = ? AND item_id = ? AND lang = ?')
    .get(kind, row.item_id, row.lang)
  if (known?.['hash'] === document.hash) return
  if (known) deleteDocument(db, Number(known['id']))
  const { lastInsertRowid } = db
    .prepare('INSERT INTO search_doc (kind, item_id, lang, hash, title) VALUES (?, ?, ?, ?, ?)')
    .run(kind, row.item_id, row.lang, document.hash, normalizeText(document.title))
  execute(
    db,
    'INSERT INTO search_index (rowid, title, lead, body) VALUES (?, ?, ?, ?)',
    lastInsertRowid,
    segmentText(document.title),
    segmentText(document.lead),
    segmentText(document.body),
  )
}

function deleteDocument(db: Database, id: number): void {
  execute(db, 'DELETE FROM search_index WHERE rowid = ?', id)
  execute(db, 'DELETE FROM search_doc WHERE id = ?', id)
}

/** Brings the search index in line with the published texts; unchanged ones are left alone. */
export function writeSearchIndex(db: Database): void {
  const wanted = new Set<string>()
  const texts = all(
    db,
    db.query
      .selectFrom('content_text')
      .select(['kind', 'item_id', 'lang', 'title', 'summary', 'card', 'details', 'body'])
      .where('published', '=', 1),
  )
  for (const row of texts) {
    wanted.add(`${KINDS[row.kind]} ${row.item_id} ${row.lang}`)
    writeDocument(db, row)
  }
  for (const row of db.prepare('SELECT id, kind, item_id, lang FROM search_doc').all()) {
    const key = `${row['kind']} ${row['item_id']} ${row['lang']}`
    if (!wanted.has(key)) deleteDocument(db, Number(row['id']))
  }
}
