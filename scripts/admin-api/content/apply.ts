import { createHash } from 'node:crypto'
import type { Reader, Transaction } from '../db/open.ts'
import { readContentVersion, writeContentVersion } from '../db/settings.ts'
import { announceDates } from '../messages/outbox/announce-dates.ts'
import { announceChanges, type ContentChange } from '../publishing/outbox.ts'
import type { Edit } from './edits.ts'
import { findChangedDates } from './find-changed-dates.ts'
import type { Planned } from './plan.ts'
import { writeRow } from './planned-rows.ts'
import { ITEM_TRAITS, type SourceKey, type SourceKind } from './sources.ts'
import { readStatesOf, readStoredStates, type StoredState } from './stored-sources.ts'
import { unpublishAll, unpublishParts } from './unpublish.ts'
import { updateSearchIndex, writeSearchIndex, type TextKey } from './write/search.ts'

/** What became of a piece of content. */
export interface AppliedChange extends SourceKey {
  action: 'added' | 'changed' | 'removed'
}

/** Content with what staff set over it, as it goes into the database. */
export interface PlannedSource extends Planned {
  edits: readonly Edit[]
}

async function writePlanned(trx: Transaction, { rows }: PlannedSource, now: number): Promise<void> {
  for (const row of rows) {
    // The time is no part of the plan, which is the same for the same content.
    const isMedia = row.table === 'media'
    await writeRow(trx, isMedia ? { ...row, values: { ...row.values, imported_at: now } } : row)
  }
}

async function writeSource(trx: Transaction, planned: PlannedSource): Promise<void> {
  const { kind, id, slug, data, visibility, media, hash } = planned
  const published = planned.published ? (1 as const) : (0 as const)
  const edits = JSON.stringify(planned.edits)
  const values = { slug, published, data, visibility, media, hash, edits }
  await trx
    .insertInto('content_source')
    .values({ kind, id, ...values })
    .onConflict((row) => row.columns(['kind', 'id']).doUpdateSet(values))
    .execute()
}

/** Edits and the given form can change without changing what is shown. */
async function refreshSource(trx: Transaction, planned: PlannedSource): Promise<void> {
  const { kind, id, data, visibility, media } = planned
  const edits = JSON.stringify(planned.edits)
  await trx
    .updateTable('content_source')
    .set({ data, visibility, media, edits })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([eb('data', '<>', data), eb('media', '<>', media), eb('edits', '<>', edits)]),
    )
    .execute()
}

/** A tier that is no longer offered sells nothing more; what was sold of it stays. */
async function closeVanishedTiers(trx: Transaction): Promise<void> {
  await trx
    .updateTable('show_tier')
    .set((is) => ({ stock: is('held', '+', is.ref('sold')) }))
    .where((is) => is('stock', '<>', is('held', '+', is.ref('sold'))))
    .where('tier_id', 'in', (from) =>
      from.selectFrom('tier').select('id').where('published', '=', 0),
    )
    .execute()
}

/** Courses are found by the names of their teachers, too. */
async function listTaught(db: Reader, artistId: number): Promise<TextKey[]> {
  const taught = await db
    .selectFrom('course_teacher')
    .select('course_id as id')
    .where('artist_id', '=', artistId)
    .execute()
  return taught.map(({ id }) => ({ kind: 'course', id }))
}

/** Names of genres, disciplines and categories stand in many items: then all are looked at. */
async function indexForSearch(trx: Transaction, keys: readonly SourceKey[]): Promise<void> {
  if (keys.some(({ kind, slug }) => kind === 'pages' && slug === 'site')) {
    await writeSearchIndex(trx)
    return
  }
  const changed: TextKey[] = []
  for (const { kind, id } of keys) {
    if (kind !== 'pages') changed.push({ kind: ITEM_TRAITS[kind].textKind, id })
    if (kind === 'artists') changed.push(...(await listTaught(trx, id)))
  }
  await updateSearchIndex(trx, changed)
}

/** A hash of all content: the same content has the same version on every machine. */
async function hashContent(db: Reader): Promise<string> {
  const sources = await db
    .selectFrom('content_source')
    .select(['kind', 'id', 'hash', 'published'])
    .orderBy('kind')
    .orderBy('id')
    .execute()
  const hash = createHash('sha256')
  for (const { kind, id, hash: own, published } of sources) {
    hash.update([kind, id, own, published].join(' '))
  }
  return hash.digest('hex').slice(0, 32)
}

const toKey = ({ kind, id }: { kind: SourceKind; id: number }) => `${kind} ${id}`

const toEvent = (shown: ReadonlySet<string>, { kind, id }: SourceKey): ContentChange => ({
  kind,
  id,
  action: shown.has(toKey({ kind, id })) ? 'changed' : 'removed',
})

function readAction(planned: PlannedSource, before: StoredState | undefined) {
  if (!planned.published && before?.published === 1) return 'removed'
  return before === undefined || (before.published === 0 && planned.published) ? 'added' : 'changed'
}

interface Applying {
  planned: readonly PlannedSource[]
  /** What is stored and not planned is no longer shown. */
  isWhole: boolean
  /** What is stored and stays as it is, though it is not planned. */
  kept?: readonly SourceKey[]
  /** Epoch ms. */
  now: number
  /** Whether the site is to be notified; the first content of a database is nobody's news. */
  isNews: boolean
}

/**
 * Makes the database show planned content. Only what differs is written, and the site is notified of nothing else: to
 * the caller, and by the outbox to the site. Runs inside the caller's transaction.
 */
export async function applyContent(
  trx: Transaction,
  { planned, isWhole, kept = [], now, isNews }: Applying,
): Promise<AppliedChange[]> {
  const states = await (isWhole ? readStoredStates(trx) : readStatesOf(trx, planned))
  const stored = new Map(states.map((state) => [toKey(state), state]))
  const differing = planned.filter((one) => stored.get(toKey(one))?.hash !== one.hash)
  const wanted = new Set([...planned, ...kept].map(toKey))
  const vanished = states.filter((state) => !wanted.has(toKey(state)))
  const isDiffering = new Set(differing)
  for (const one of planned) if (!isDiffering.has(one)) await refreshSource(trx, one)
  if (differing.length === 0 && vanished.length === 0) return []

  if (isNews) {
    const rows = differing.flatMap((one) => one.rows)
    await announceDates(trx, await findChangedDates(trx, rows, now), now)
  }
  if (isWhole && states.length === 0) await unpublishAll(trx)
  for (const one of [...differing, ...vanished]) await unpublishParts(trx, one)
  for (const one of differing) await writePlanned(trx, one, now)
  for (const one of differing) await writeSource(trx, one)
  for (const { kind, id } of vanished) {
    const sources = trx.deleteFrom('content_source').where('kind', '=', kind)
    await sources.where('id', '=', id).execute()
  }
  await closeVanishedTiers(trx)
  await indexForSearch(trx, [...differing, ...vanished])
  const version = await hashContent(trx)
  const isOther = version !== (await readContentVersion(trx))
  await writeContentVersion(trx, version)
  if (isNews && isOther) {
    const shown = new Set(planned.filter(({ published }) => published).map(toKey))
    const changes = [...differing, ...vanished].map((one) => toEvent(shown, one))
    await announceChanges(trx, version, changes, now)
  }
  return [
    ...differing.map((one): AppliedChange => ({
      kind: one.kind,
      id: one.id,
      slug: one.slug,
      action: readAction(one, stored.get(toKey(one))),
    })),
    ...vanished.map(({ kind, id, slug }): AppliedChange => ({ kind, id, slug, action: 'removed' })),
  ]
}
