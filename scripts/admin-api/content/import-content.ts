import { hash as digest } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FileStore } from '../../lib/file-store/file-store.ts'
import { isConstraintViolation } from '../../lib/db/errors.ts'
import { markContentReplaced } from '../../lib/replaced-content.ts'
import { takeLock } from '../db/locks.ts'
import type { Database, Transaction } from '../db/open.ts'
import { isDemoFolder } from '../demo/demo-content.ts'
import { readSetting, readTimeSetting, writeSetting } from '../db/settings.ts'
import { applyContent, toKey, type AppliedChange } from './apply.ts'
import { LEGAL_FOLDER, nameLegalFile } from './file-names.ts'
import type { NamedEdit } from './apply-edits.ts'
import { findRemoved, listRemovals, type Removal } from './list-removals.ts'
import { importMedia } from './media.ts'
import { planFolder, type PlanContext, type Planned } from './plan.ts'
import { checkReadFolder, readCheckContext } from './check-folder.ts'
import { ContentError, type Fault } from './faults.ts'
import { findMediaUses } from './list-files.ts'
import { checkReplacingFaulty, type CheckedFolder } from './replace-faulty-files.ts'
import { WHOLE_FILE, type FileCache } from './read-file.ts'
import { readContentFolder, type ContentFolder, type ReadFolder } from './read-folder.ts'
import { writeAssignedIds } from './stored-ids.ts'
import { listFiles } from './sources.ts'
import { findImportedMedia, readAllStored, readStoredEdits } from './stored-sources.ts'

/**
 * Replaces the addresses of demo venues by that of the organisation's first venue. Test orders still refer
 * to halls of the demo, and members must not be sent to a fictitious address.
 */
async function replaceDemoVenues(trx: Transaction): Promise<void> {
  const own = await trx
    .selectFrom('venue')
    .select(['city_id', 'name', 'address', 'transport'])
    .where('published', '=', 1)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  if (own) await trx.updateTable('venue').set(own).where('published', '=', 0).execute()
}

export interface ImportOptions {
  root: string
  dataDir: string
  /** The store for media and legal texts. */
  files: FileStore
  cacheDir: string
  /** Epoch ms; the base of relative times if the database has no first start yet. */
  now(): number
  /** Whether staff replace the content on purpose: the site may then shrink considerably. */
  isReplacement?: boolean
  /** Whether to import the other files if some are faulty; items of faulty files remain unchanged. */
  skipsFaulty?: boolean
  /** Cache for repeated imports of the same folder. */
  fileCache?: FileCache
  report?: (done: number, total: number) => void
}

export interface ImportReport {
  changes: AppliedChange[]
  /** Staff edits that still override the folder. */
  kept: NamedEdit[]
  /** Staff edits of fields that the folder has changed, or of items that it has removed. */
  dropped: NamedEdit[]
  /** Faults of skipped files; null if there are none. */
  error: ContentError | null
}

async function importLegalFiles(names: readonly string[], root: string, files: FileStore) {
  const imported = await files.listNames(LEGAL_FOLDER)
  const hashes = new Map<string, string>()
  for (const name of names) {
    const content = await readFile(join(root, 'files', name))
    const hash = digest('sha256', content).slice(0, 32)
    const target = nameLegalFile(hash, name)
    if (!imported.has(target.slice(LEGAL_FOLDER.length))) await files.write(target, content)
    hashes.set(name, hash)
  }
  return hashes
}

/** Whether any scheduled change is in (after, until], in epoch ms. */
const hasMoment = (planned: readonly Planned[], after: number, until: number): boolean =>
  planned.some(({ rows }) =>
    rows.some(({ table, values }) => {
      const at = table === 'content_moment' ? Number(values['at']) : Number.NaN
      return at > after && at <= until
    }),
  )

async function writeMediaSources(
  trx: Transaction,
  added: ReadonlyMap<string, { stamp: string; name: string }>,
): Promise<void> {
  for (const [path, source] of added) {
    await trx
      .insertInto('media_source')
      .values({ path, ...source })
      .onConflict((row) => row.column('path').doUpdateSet(source))
      .execute()
  }
}

/**
 * Refuses a watched folder that removes something with open orders or applications: it is imported once these have
 * ended, or by a staff command, after a confirmation.
 * @throws ContentError that also lists the faults of skipped files
 */
function refuseRemovals(removals: readonly Removal[], { folder, error }: CheckedFolder): never {
  const faults = removals.map(({ file, subject, records }) => ({
    file,
    field: WHOLE_FILE,
    message: `removes ${subject} with ${records}. Nothing is imported until these have ended or staff confirm it: npm run admin -- content import ${folder.root}`,
  }))
  throw new ContentError([...faults, ...(error?.list ?? [])], folder.root)
}

/** Adds the faults of media files to the files that use them. @param edited the folder with staff edits */
function addMediaFaults(
  read: ReadFolder,
  edited: ContentFolder,
  faults: readonly Fault[],
): ReadFolder {
  const messages = new Map(faults.map(({ file, message }) => [file, message]))
  const uses = listFiles(edited).flatMap(([file, data]) =>
    findMediaUses(data).flatMap(({ source, field }) => {
      const message = messages.get(`media/${source}`)
      return message === undefined ? [] : [{ file, field, message: `media/${source}: ${message}` }]
    }),
  )
  return { ...read, faults: [...read.faults, ...uses] }
}

/** One attempt; null if staff edited content, another import was faster or changes were due meanwhile. */
async function tryImport(
  db: Database,
  options: ImportOptions,
  read: ReadFolder,
): Promise<ImportReport | null> {
  const { root, dataDir } = options
  const now = options.now()
  const firstStart = await readTimeSetting(db.query, 'first_start')
  const version = await readSetting(db.query, 'content_version')
  const checkContext = await readCheckContext(db.query, now)
  const { edits } = checkContext
  const stored = options.skipsFaulty ? await readAllStored(db.query) : []
  const check = (one: ReadFolder): CheckedFolder =>
    options.skipsFaulty
      ? checkReplacingFaulty(one, checkContext, stored)
      : { ...checkReadFolder(one, checkContext), kept: [], error: null }
  const places = { from: join(root, 'media'), to: options.files, cache: options.cacheDir }
  const found = check(read)
  const { imported, added, faults } = await importMedia(
    found.media,
    places,
    (path, stamp) => findImportedMedia(db.query, path, stamp),
    options.report,
  )
  const checked = faults.length > 0 ? check(addMediaFaults(read, found.folder, faults)) : found
  const { folder, slugs, legal, edited, ids, kept } = checked
  const hashes = await importLegalFiles(legal, root, options.files)
  const context: PlanContext = {
    slugs,
    media: imported,
    legal: hashes,
    firstStart: firstStart ?? now,
    now,
    audience: 'public',
    sections: folder.single['site.yaml'].sections,
  }
  const keptEdits = Map.groupBy(edited.kept, toKey)
  const planned = planFolder(context, folder, kept).map((one) => ({
    ...one,
    edits: keptEdits.get(toKey(one))?.map(({ edit }) => edit) ?? [],
  }))
  const removed = options.skipsFaulty ? findRemoved(folder, stored) : []
  return db.transaction(async (trx) => {
    await takeLock(trx, 'content')
    if (JSON.stringify(await readStoredEdits(trx)) !== JSON.stringify(edits)) return null
    // The other one may have assigned the same ids to other items.
    if ((await readSetting(trx, 'content_version')) !== version) return null
    // The schedule may have passed these changes already.
    if (hasMoment(planned, now, options.now())) return null
    const origin = await readSetting(trx, 'content_origin')
    const isFromDemo = isDemoFolder(origin)
    // Orders of the demo are tests.
    const removals = isFromDemo ? [] : await listRemovals(trx, removed, now)
    if (removals.length > 0) refuseRemovals(removals, checked)
    if (firstStart === null) {
      await writeSetting(trx, 'first_start', now)
      await writeSetting(trx, 'moments_applied', now)
    }
    const changes = await applyContent(trx, {
      planned,
      isComplete: true,
      kept,
      now,
      isAnnounced: firstStart !== null,
    })
    await writeMediaSources(trx, added)
    await writeAssignedIds(trx, ids)
    const isReplacement = options.isReplacement || origin !== root
    if (isFromDemo && !isDemoFolder(root)) await replaceDemoVenues(trx)
    await writeSetting(trx, 'content_origin', root)
    // Before the site is notified: it must not compare the size of the new content with the previous one.
    if (isReplacement && changes.length > 0) markContentReplaced(dataDir)
    return { changes, kept: edited.kept, dropped: edited.dropped, error: checked.error }
  })
}

/**
 * Imports a content folder into the database in one transaction: completely or not at all, or with
 * `skipsFaulty` without faulty files, and not at all if it would remove something with open orders.
 * The import is idempotent. Sales and bookings are kept, and a staff edit overrides the folder's value until
 * the folder changes that value.
 * @throws ContentError that lists all faults with file, line and field
 */
export async function importContent(db: Database, options: ImportOptions): Promise<ImportReport> {
  const own = { ...options, root: resolve(options.root) }
  const attempt = () => tryImport(db, own, readContentFolder(own.root, own.fileCache))
  for (;;) {
    const report = await attempt().catch((error: unknown) => {
      // Places were sold after the check: the next check explains that the stock is too small.
      if (isConstraintViolation(error)) return attempt()
      throw error
    })
    if (report) return report
  }
}
