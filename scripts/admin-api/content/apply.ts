import { hash as digest } from 'node:crypto'
import type { Reader, Transaction } from '../db/open.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import type { ContentChange } from '../db/tables.ts'
import { announceDates } from '../messages/outbox/announce-dates.ts'
import { announceChanges } from '../publishing/outbox.ts'
import type { Edit } from './edits.ts'
import { findChangedDates } from './find-changed-dates.ts'
import type { Planned } from './plan.ts'
import { writeRow } from './planned-rows.ts'
import type { SourceKind } from './format.ts'
import { ITEM_TRAITS } from './parts.ts'
import type { SourceKey } from './sources.ts'
import { readStoredStates, type StoredState } from './stored-sources.ts'
import { unpublishParts } from './unpublish.ts'
import { updateSearchIndex, writeSearchIndex, type TextKey } from './write/search.ts'

export interface AppliedChange extends SourceKey {
  action: 'added' | 'changed' | 'removed'
}

/** A planned item with its staff edits, ready to be written. */
export interface PlannedSource extends Planned {
  edits: readonly Edit[]
}

async function writePlanned(trx: Transaction, { rows }: PlannedSource, now: number): Promise<void> {
  for (const row of rows) {
    // Added here, because plans must be equal for equal content.
    const isMedia = row.table === 'media'
    await writeRow(trx, isMedia ? { ...row, values: { ...row.values, imported_at: now } } : row)
  }
}

/** Writes the source of an item if it differs, also without other rows: its edits or format may have changed. */
async function writeSource(trx: Transaction, planned: PlannedSource): Promise<void> {
  const { kind, id, slug, data, visibility, media, hash } = planned
  const published = planned.published ? (1 as const) : (0 as const)
  const edits = JSON.stringify(planned.edits)
  const values = { slug, published, data, visibility, media, hash, edits }
  const compared = ['data', 'media', 'hash', 'edits'] as const
  await trx
    .insertInto('content_source')
    .values({ kind, id, ...values })
    .onConflict((row) =>
      row
        .columns(['kind', 'id'])
        .doUpdateSet(values)
        .where(({ or, eb }) =>
          or(compared.map((column) => eb(`content_source.${column}`, '<>', values[column]))),
        ),
    )
    .execute()
}

/** Ends the sale of removed tiers by reducing their stock to held and sold places. */
async function closeRemovedTiers(trx: Transaction): Promise<void> {
  await trx
    .updateTable('show_tier')
    .set((is) => ({ stock: is('held', '+', is.ref('sold')) }))
    .where((is) => is('stock', '<>', is('held', '+', is.ref('sold'))))
    .where('tier_id', 'in', (from) =>
      from.selectFrom('tier').select('id').where('published', '=', 0),
    )
    .execute()
}

/** Courses of a teacher; the search index contains teachers' names. */
async function listCoursesOfTeacher(db: Reader, artistId: number): Promise<TextKey[]> {
  const taught = await db
    .selectFrom('course_teacher')
    .select('course_id as id')
    .where('artist_id', '=', artistId)
    .execute()
  return taught.map(({ id }) => ({ kind: 'course', id }))
}

/** Updates the search index of items; of all items after changes of `site.yaml`, which names genres etc. */
async function indexForSearch(trx: Transaction, keys: readonly SourceKey[]): Promise<void> {
  if (keys.some(({ kind, slug }) => kind === 'pages' && slug === 'site')) {
    await writeSearchIndex(trx)
    return
  }
  const changed: TextKey[] = []
  for (const { kind, id } of keys) {
    if (kind !== 'pages') changed.push({ kind: ITEM_TRAITS[kind].textKind, id })
    if (kind === 'artists') changed.push(...(await listCoursesOfTeacher(trx, id)))
  }
  await updateSearchIndex(trx, changed)
}

/** Version of the content: a hash, equal for equal content on every machine. */
async function hashContent(db: Reader): Promise<string> {
  const sources = await db
    .selectFrom('content_source')
    .select(['kind', 'id', 'hash', 'published'])
    .orderBy('kind')
    .orderBy('id')
    .execute()
  const states = sources.map((one) => [one.kind, one.id, one.hash, one.published].join(' '))
  return digest('sha256', states.join('')).slice(0, 32)
}

export const toKey = ({ kind, id }: { kind: SourceKind; id: number }) => `${kind} ${id}`

const toEvent = (visible: ReadonlySet<string>, { kind, id }: SourceKey): ContentChange => ({
  kind,
  id,
  action: visible.has(toKey({ kind, id })) ? 'changed' : 'removed',
})

function getAction(planned: PlannedSource, before: StoredState | undefined) {
  if (!planned.published && before?.published === 1) return 'removed'
  return before === undefined || (before.published === 0 && planned.published) ? 'added' : 'changed'
}

interface ApplyOptions {
  planned: readonly PlannedSource[]
  /** Whether `planned` is the complete content: stored items that are not planned are hidden. */
  isComplete: boolean
  /** Stored items that are not planned and remain unchanged. */
  kept?: readonly SourceKey[]
  /** Epoch ms. */
  now: number
  /** Whether the site and buyers are notified; not for the first import into a database. */
  isAnnounced: boolean
}

/**
 * Writes planned content to the database, without unchanged items. Changes are returned, and announced to
 * the site by the outbox. Call inside a transaction.
 */
export async function applyContent(
  trx: Transaction,
  { planned, isComplete, kept = [], now, isAnnounced }: ApplyOptions,
): Promise<AppliedChange[]> {
  const states = await readStoredStates(trx)
  const stored = new Map(states.map((state) => [toKey(state), state]))
  const changed = planned.filter((one) => stored.get(toKey(one))?.hash !== one.hash)
  const remaining = new Set([...planned, ...kept].map(toKey))
  const removed = isComplete ? states.filter((state) => !remaining.has(toKey(state))) : []
  for (const one of planned) await writeSource(trx, one)
  if (changed.length === 0 && removed.length === 0) return []

  if (isAnnounced) {
    const rows = changed.flatMap((one) => one.rows)
    await announceDates(trx, await findChangedDates(trx, rows, now), now)
  }
  for (const one of [...changed, ...removed]) await unpublishParts(trx, one)
  for (const one of changed) await writePlanned(trx, one, now)
  for (const { kind, id } of removed) {
    const sources = trx.deleteFrom('content_source').where('kind', '=', kind)
    await sources.where('id', '=', id).execute()
  }
  await closeRemovedTiers(trx)
  await indexForSearch(trx, [...changed, ...removed])
  const version = await hashContent(trx)
  const isNewVersion = version !== (await readSetting(trx, 'content_version'))
  await writeSetting(trx, 'content_version', version)
  if (isAnnounced && isNewVersion) {
    const visible = new Set(planned.filter(({ published }) => published).map(toKey))
    const changes = [...changed, ...removed].map((one) => toEvent(visible, one))
    await announceChanges(trx, version, changes, now)
  }
  return [
    ...changed.map((one): AppliedChange => ({
      kind: one.kind,
      id: one.id,
      slug: one.slug,
      action: getAction(one, stored.get(toKey(one))),
    })),
    ...removed.map(({ kind, id, slug }): AppliedChange => ({ kind, id, slug, action: 'removed' })),
  ]
}
