import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Block } from '#api/blocks.ts'
import type { SearchKind } from '#api/search.ts'
import { takeLock } from '../../db/locks.ts'
import type { Database, Reader, Transaction } from '../../db/open.ts'
import { readSearchVersion, writeSearchVersion } from '../../db/settings.ts'
import type { Tables } from '../../db/tables.ts'
import type { TextKind } from '../../db/texts.ts'
import { readDocumentId, toDocumentId } from '../../modules/search/document-id.ts'
import { foldText } from '../../modules/search/fold.ts'
import { readSound } from '../../modules/search/sound.ts'
import { listTokens, TOKENS_VERSION, type SearchTokens } from '../../modules/search/tokens.ts'
import { readPlainText } from '../blocks.ts'
import { listNamesOf, listRelatedNames } from './search-names.ts'

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

const lines = (list: readonly string[]) => `\n${list.map(foldLine).join('\n')}\n`
const foldLine = (text: string) => foldText(text).replaceAll(/\s+/gu, ' ').trim()

type SearchDoc = Selectable<Tables['search_doc']>

/** What is stored of an item. */
function describeDocument(id: number, hash: string, texts: Texts): SearchDoc {
  const sounds = texts.titles.map(readSound)
  return {
    id,
    hash,
    title: lines(texts.titles),
    names: lines(texts.names),
    lead: lines(texts.lead),
    body: lines(texts.body),
    sound: lines(sounds.flatMap(({ whole }) => whole)),
  }
}

/** Tokens that a statement writes or deletes; engines take some ten thousand values at once. */
const BATCH = 250
const PARTS = ['title', 'sound', 'text'] as const

const NO_TOKENS: SearchTokens = { title: new Map(), sound: new Map(), text: new Map() }

/** Writes how the tokens of a document differ from those before. */
async function writeTokens(
  trx: Transaction,
  document: number,
  before: SearchTokens,
  after: SearchTokens,
): Promise<void> {
  const gone = PARTS.flatMap((part) =>
    [...before[part].keys()]
      .filter((token) => !after[part].has(token))
      .map((token) => ({ part, token })),
  )
  for (const part of PARTS) {
    const tokens = gone.filter((one) => one.part === part).map(({ token }) => token)
    for (let from = 0; from < tokens.length; from += BATCH) {
      await trx
        .deleteFrom('search_token')
        .where('part', '=', part)
        .where('token', 'in', tokens.slice(from, from + BATCH))
        .where('document', '=', document)
        .execute()
    }
  }
  const rows = PARTS.flatMap((part) =>
    [...after[part]]
      .filter(([token, level]) => before[part].get(token) !== level)
      .map(([token, level]) => ({ part, token, document, level })),
  )
  for (let from = 0; from < rows.length; from += BATCH) {
    await trx
      .insertInto('search_token')
      .values(rows.slice(from, from + BATCH))
      .onConflict((row) =>
        row
          .columns(['part', 'token', 'document'])
          .doUpdateSet(({ ref }) => ({ level: ref('excluded.level') })),
      )
      .execute()
  }
}

async function deleteDocument(trx: Transaction, before: SearchDoc): Promise<void> {
  await writeTokens(trx, before.id, listTokens(before), NO_TOKENS)
  await trx.deleteFrom('search_doc').where('id', '=', before.id).execute()
}

const readTexts = (db: Reader, { kind, id }: TextKey): Promise<TextRow[]> =>
  db
    .selectFrom('content_text')
    .select(['kind', 'item_id', 'lang', 'title', 'summary', 'card', 'details', 'body'])
    .where('kind', '=', kind)
    .where('item_id', '=', id)
    .where('published', '=', 1)
    .orderBy('lang', 'desc')
    .execute()

const readDocument = (db: Reader, id: number): Promise<SearchDoc | undefined> =>
  db.selectFrom('search_doc').selectAll().where('id', '=', id).executeTakeFirst()

/** Brings one document in line with its item; an unchanged one is left alone. */
async function updateDocument(
  trx: Transaction,
  key: TextKey,
  related: readonly string[],
): Promise<void> {
  const id = toDocumentId(KINDS[key.kind], key.id)
  const before = await readDocument(trx, id)
  const rows = await readTexts(trx, key)
  if (rows.length === 0) {
    if (before) await deleteDocument(trx, before)
    return
  }
  const texts = collectTexts(rows, related)
  texts.lead.push(...KIND_WORDS[readDocumentId(id).kind])
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex')
  if (before?.hash === hash) return
  const after = describeDocument(id, hash, texts)
  await writeTokens(trx, id, before ? listTokens(before) : NO_TOKENS, listTokens(after))
  await trx
    .insertInto('search_doc')
    .values(after)
    .onConflict((row) => row.column('id').doUpdateSet(after))
    .execute()
}

/**
 * Brings the search index in line with the published texts, one item at a time. Writes it anew when its
 * tokens were made by another program.
 */
export async function writeSearchIndex(trx: Transaction): Promise<void> {
  if ((await readSearchVersion(trx)) !== TOKENS_VERSION) {
    await trx.deleteFrom('search_token').execute()
    await trx.deleteFrom('search_doc').execute()
    await writeSearchVersion(trx, TOKENS_VERSION)
  }
  const keys = await trx
    .selectFrom('content_text')
    .select(['kind', 'item_id as id'])
    .distinct()
    .where('published', '=', 1)
    .execute()
  const related = await listRelatedNames(trx)
  for (const key of keys) {
    await updateDocument(trx, key, related.get(toDocumentId(KINDS[key.kind], key.id)) ?? [])
  }
  const wanted = new Set(keys.map(({ kind, id }) => toDocumentId(KINDS[kind], id)))
  for (const { id } of await trx.selectFrom('search_doc').select('id').execute()) {
    const before = wanted.has(id) ? undefined : await readDocument(trx, id)
    if (before) await deleteDocument(trx, before)
  }
}

/** Brings some items of the index in line. */
export async function updateSearchIndex(trx: Transaction, keys: readonly TextKey[]): Promise<void> {
  for (const key of keys) {
    await updateDocument(trx, key, await listNamesOf(trx, KINDS[key.kind], key.id))
  }
}

/** Fills an index that a step of the schema emptied, or whose tokens were made by another program. */
export async function fillSearchIndex(db: Database): Promise<void> {
  if ((await readSearchVersion(db.query)) === TOKENS_VERSION) return
  await db.transaction(async (trx) => {
    await takeLock(trx, 'content')
    // Another process may have filled it meanwhile.
    if ((await readSearchVersion(trx)) !== TOKENS_VERSION) await writeSearchIndex(trx)
  })
}
