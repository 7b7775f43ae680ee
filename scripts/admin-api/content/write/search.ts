import { takeLock } from '../../db/locks.ts'
import type { Database, Reader, Transaction } from '../../db/open.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import type { TextKind } from '../../db/texts.ts'
import { toDocumentId } from '../../modules/search/document-id.ts'
import { listTokens, TOKENS_VERSION } from '../../modules/search/tokens.ts'
import { collectTexts, createDocument, type SearchDoc } from './search-document.ts'
import { readRelatedNames } from './search-names.ts'
import { NO_TOKENS, writeTokens, type TokenChange } from './search-tokens.ts'

export interface TextKey {
  kind: TextKind
  id: number
}

/** Documents per batch; a document has some hundred tokens. */
const BATCH = 500

const readTexts = (db: Reader, kind: TextKind, ids: readonly number[]) =>
  db
    .selectFrom('content_text')
    .select(['item_id', 'title', 'summary', 'card', 'details', 'body'])
    .where('kind', '=', kind)
    .where('item_id', 'in', ids)
    .where('published', '=', 1)
    .orderBy('lang', 'desc')
    .execute()

const readDocuments = (db: Reader, ids: readonly number[]): Promise<SearchDoc[]> =>
  db.selectFrom('search_doc').selectAll().where('id', 'in', ids).execute()

const writeDocuments = (trx: Transaction, documents: readonly SearchDoc[]) =>
  trx
    .insertInto('search_doc')
    .values(documents)
    .onConflict((row) =>
      row.column('id').doUpdateSet(({ ref }) => ({
        hash: ref('excluded.hash'),
        title: ref('excluded.title'),
        names: ref('excluded.names'),
        lead: ref('excluded.lead'),
        body: ref('excluded.body'),
        sound: ref('excluded.sound'),
      })),
    )
    .execute()

async function deleteDocuments(trx: Transaction, documents: readonly SearchDoc[]): Promise<void> {
  if (documents.length === 0) return
  const changes = documents.map((document): TokenChange => {
    return { document: document.id, before: listTokens(document), after: NO_TOKENS }
  })
  await writeTokens(trx, changes)
  const ids = documents.map(({ id }) => id)
  await trx.deleteFrom('search_doc').where('id', 'in', ids).execute()
}

/** Updates the search documents of items whose texts have changed, and deletes those without texts. */
async function updateBatch(
  trx: Transaction,
  kind: TextKind,
  ids: readonly number[],
): Promise<void> {
  const related = await readRelatedNames(trx, kind, ids)
  const stored = await readDocuments(
    trx,
    ids.map((id) => toDocumentId({ kind, id })),
  )
  const before = new Map(stored.map((document) => [document.id, document]))
  const written: SearchDoc[] = []
  const changes: TokenChange[] = []
  const published = Map.groupBy(await readTexts(trx, kind, ids), (row) => row.item_id)
  for (const [itemId, rows] of published) {
    const id = toDocumentId({ kind, id: itemId })
    const names = (related.get(itemId) ?? []).map(({ name }) => name)
    const texts = collectTexts(kind, rows, names)
    const previous = before.get(id)
    before.delete(id)
    if (previous?.hash === texts.hash) continue
    const document = createDocument(id, texts)
    written.push(document)
    changes.push({
      document: id,
      before: previous ? listTokens(previous) : NO_TOKENS,
      after: listTokens(document),
    })
  }
  await writeTokens(trx, changes)
  if (written.length > 0) await writeDocuments(trx, written)
  // The remaining documents have no published texts.
  await deleteDocuments(trx, [...before.values()])
}

/** Updates the search index for some items. */
export async function updateSearchIndex(trx: Transaction, keys: readonly TextKey[]): Promise<void> {
  for (const [kind, group] of Map.groupBy(keys, (key) => key.kind)) {
    const ids = [...new Set(group.map(({ id }) => id))]
    for (let from = 0; from < ids.length; from += BATCH) {
      await updateBatch(trx, kind, ids.slice(from, from + BATCH))
    }
  }
}

/**
 * Updates the search index for all published texts, batch by batch. Rebuilds it if another version of the
 * tokenizer wrote it.
 */
export async function writeSearchIndex(trx: Transaction): Promise<void> {
  if ((await readSetting(trx, 'search_version')) !== TOKENS_VERSION) {
    await trx.deleteFrom('search_token').execute()
    await trx.deleteFrom('search_doc').execute()
    await writeSetting(trx, 'search_version', TOKENS_VERSION)
  }
  const keys = await trx
    .selectFrom('content_text')
    .select(['kind', 'item_id as id'])
    .distinct()
    .where('published', '=', 1)
    .execute()
  await updateSearchIndex(trx, keys)
  const current = new Set(keys.map(toDocumentId))
  const stored = await trx.selectFrom('search_doc').select('id').execute()
  const obsolete = stored.map(({ id }) => id).filter((id) => !current.has(id))
  for (let from = 0; from < obsolete.length; from += BATCH) {
    await deleteDocuments(trx, await readDocuments(trx, obsolete.slice(from, from + BATCH)))
  }
}

/** Rebuilds the index if a migration emptied it, or another version of the tokenizer wrote it. */
export async function fillSearchIndex(db: Database): Promise<void> {
  if ((await readSetting(db.query, 'search_version')) === TOKENS_VERSION) return
  await db.transaction(async (trx) => {
    await takeLock(trx, 'content')
    // Another process may have rebuilt it in the meantime.
    if ((await readSetting(trx, 'search_version')) !== TOKENS_VERSION) await writeSearchIndex(trx)
  })
}
