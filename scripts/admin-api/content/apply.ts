import { createHash } from 'node:crypto'
import type { Database } from '../db/open.ts'
import { readContentVersion, writeContentVersion } from '../db/settings.ts'
import { execute, upsert } from '../db/write.ts'
import { announceChanges, type ContentChange } from '../publishing/outbox.ts'
import type { Edit } from './edits.ts'
import type { Planned } from './plan.ts'
import type { SourceKey, SourceKind } from './sources.ts'
import { readStoredState, readStoredStates, type StoredState } from './stored-sources.ts'
import { TEXT_KINDS, unpublishAll, unpublishParts } from './unpublish.ts'
import { updateSearchIndex, writeSearchIndex, type TextKey } from './write/search.ts'

/** What became of a piece of content. */
export interface AppliedChange extends SourceKey {
  action: 'added' | 'changed' | 'removed'
}

/** Content with what staff set over it, as it goes into the database. */
export interface PlannedSource extends Planned {
  edits: readonly Edit[]
}

function writePlanned(db: Database, planned: PlannedSource): void {
  for (const { sql, parameters } of planned.statements) db.prepare(sql).run(...parameters)
}

function writeSource(db: Database, planned: PlannedSource): void {
  const { kind, id, slug, data, media, hash, edits } = planned
  upsert(db, 'content_source', ['kind', 'id'], {
    kind,
    id,
    slug,
    published: planned.published ? 1 : 0,
    data,
    media,
    hash,
    edits: JSON.stringify(edits),
  })
}

/** Edits and the given form can change without changing what is shown. */
function refreshSource(db: Database, { kind, id, data, media, edits }: PlannedSource): void {
  execute(
    db,
    `UPDATE content_source SET data = ?1, media = ?2, edits = ?3 WHERE kind = ?4 AND id = ?5
      AND (data <> ?1 OR media <> ?2 OR edits <> ?3)`,
    data,
    media,
    JSON.stringify(edits),
    kind,
    id,
  )
}

/** A tier that is no longer offered sells nothing more; what was sold of it stays. */
function closeVanishedTiers(db: Database): void {
  execute(
    db,
    `UPDATE show_tier SET stock = held + sold
      WHERE stock <> held + sold AND tier_id IN (SELECT id FROM tier WHERE published = 0)`,
  )
}

/** Courses are found by the names of their teachers, too. */
function listTaught(db: Database, artistId: number): TextKey[] {
  const sql = 'SELECT course_id FROM course_teacher WHERE artist_id = ?'
  return db
    .prepare(sql)
    .all(artistId)
    .map((row) => ({ kind: 'course', id: Number(row['course_id']) }))
}

/** Names of genres, disciplines and categories stand in many items: then all are looked at. */
function indexForSearch(db: Database, keys: readonly SourceKey[]): void {
  if (keys.some(({ kind, slug }) => kind === 'pages' && slug === 'site')) {
    writeSearchIndex(db)
    return
  }
  const changed = keys.flatMap(({ kind, id }): TextKey[] => {
    if (kind === 'pages') return []
    return [{ kind: TEXT_KINDS[kind], id }, ...(kind === 'artists' ? listTaught(db, id) : [])]
  })
  updateSearchIndex(db, changed)
}

/** A hash of all content: the same content has the same version on every machine. */
function hashContent(db: Database): string {
  const hash = createHash('sha256')
  const sql = 'SELECT kind, id, hash, published FROM content_source ORDER BY kind, id'
  for (const row of db.prepare(sql).iterate()) hash.update(Object.values(row).join(' '))
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
export function applyContent(
  db: Database,
  { planned, isWhole, kept = [], now, isNews }: Applying,
): AppliedChange[] {
  const states = isWhole
    ? readStoredStates(db)
    : planned.flatMap((one) => readStoredState(db, one) ?? [])
  const stored = new Map(states.map((state) => [toKey(state), state]))
  const differing = planned.filter((one) => stored.get(toKey(one))?.hash !== one.hash)
  const wanted = new Set([...planned, ...kept].map(toKey))
  const vanished = states.filter((state) => !wanted.has(toKey(state)))
  const isDiffering = new Set(differing)
  for (const one of planned) if (!isDiffering.has(one)) refreshSource(db, one)
  if (differing.length === 0 && vanished.length === 0) return []

  if (isWhole && states.length === 0) unpublishAll(db)
  for (const one of [...differing, ...vanished]) unpublishParts(db, one)
  for (const one of differing) writePlanned(db, one)
  for (const one of differing) writeSource(db, one)
  for (const { kind, id } of vanished) {
    execute(db, 'DELETE FROM content_source WHERE kind = ? AND id = ?', kind, id)
  }
  closeVanishedTiers(db)
  indexForSearch(db, [...differing, ...vanished])
  const version = hashContent(db)
  const isOther = version !== readContentVersion(db)
  writeContentVersion(db, version)
  if (isNews && isOther) {
    const shown = new Set(planned.filter(({ published }) => published).map(toKey))
    const changes = [...differing, ...vanished].map((one) => toEvent(shown, one))
    announceChanges(db, version, changes, now)
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
