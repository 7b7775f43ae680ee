import type { Reader } from '../db/open.ts'
import { readSetting, readTimeSetting } from '../db/settings.ts'
import { isDemoFolder } from '../demo/demo-content.ts'
import { inTimeZone } from '../venue-time.ts'
import { checkContent } from './check-content.ts'
import { isMissingInSite } from './checker.ts'
import { checkPlaces, readTakenPlaces, type TakenPlaces } from './check-places.ts'
import { collectFaults, ContentError, type Fault } from './faults.ts'
import { indexSlugs } from './index-slugs.ts'
import { findWarnings } from './find-warnings.ts'
import { inspectMedia } from './media.ts'
import { applyEdits } from './apply-edits.ts'
import { listLegalFiles, listMedia } from './list-files.ts'
import { assignIds, type AssignedIds } from './assign-ids.ts'
import { WHOLE_FILE } from './read-file.ts'
import { readContentFolder, type ReadFolder } from './read-folder.ts'
import { readAssignedIds } from './stored-ids.ts'
import { readStoredEdits } from './stored-sources.ts'

const getParentField = (field: string): string => field.split('.').slice(0, -1).join('.')
const isWithin = (field: string, outer: string): boolean => `${field}.`.startsWith(`${outer}.`)

/** Whether a fault is only the consequence of a placeholder for another fault. */
function isConsequence({ file, field, isRule }: Fault, form: readonly Fault[]): boolean {
  return form.some((other) => {
    if (other.file !== file) return false
    if (other.field === WHOLE_FILE) return true
    if (isWithin(field, other.field) || isWithin(other.field, field)) return true
    return isRule === true && getParentField(other.field) === getParentField(field)
  })
}

/** Whether a fault cannot be verified, because it refers to definitions of an unreadable site.yaml. */
function isUnverifiable(fault: Fault, form: readonly Fault[]): boolean {
  const isUnreadable = form.some(({ file, field }) => file === 'site.yaml' && field === WHOLE_FILE)
  return isUnreadable && isMissingInSite(fault)
}

/** State of the database that a folder is checked against. */
export interface CheckContext {
  /** Ids assigned so far. */
  ids: AssignedIds
  /** Null without a database. */
  taken: TakenPlaces | null
  edits: Awaited<ReturnType<typeof readStoredEdits>>
  /** Epoch ms. */
  firstStart: number
  /** Files that are replaced by stored content; their media files are not checked. */
  unread?: ReadonlySet<string>
}

/** The state without a database: nothing is sold, no ids are assigned. */
const createEmptyCheckContext = (now: number): CheckContext => ({
  ids: { names: [], highest: new Map() },
  taken: null,
  edits: [],
  firstStart: now,
})

/** Reads the state that a folder is checked against. @param now epoch ms; the first start if there was none */
export const readCheckContext = async (db: Reader, now: number): Promise<CheckContext> => ({
  ids: await readAssignedIds(db),
  taken: await readTakenPlaces(db, null),
  edits: await readStoredEdits(db),
  firstStart: (await readTimeSetting(db, 'first_start')) ?? now,
})

/**
 * Checks a folder and prepares it for import: assigns ids and applies staff edits.
 * @throws ContentError that lists all faults, including those of reading
 */
export function checkReadFolder(
  read: ReadFolder,
  { ids, taken, edits, firstStart, unread = new Set() }: CheckContext,
) {
  const { root } = read.folder
  const withIds = assignIds(read.folder, ids)
  // A folder with invalid files is not imported, so staff edits need not apply to it.
  const edited = applyEdits(withIds.folder, read.faults.length > 0 ? [] : edits)
  const { folder } = edited
  const faults = collectFaults()
  const slugs = indexSlugs(folder, faults)
  checkContent(folder, slugs, firstStart, faults)
  const media = listMedia(folder, faults, unread)
  const legal = unread.has('site.yaml') ? [] : listLegalFiles(folder, faults)
  if (taken) checkPlaces(taken, folder, faults)
  const others = faults.list.filter(
    (fault) => !isConsequence(fault, read.faults) && !isUnverifiable(fault, read.faults),
  )
  const all = [...read.faults, ...others]
  if (all.length > 0) throw new ContentError(all, root)
  const { names, renamed } = withIds
  return { folder, slugs, media, legal, edited, ids: names, renamed }
}

/**
 * Reads and checks a content folder without a database.
 * @param now epoch ms
 * @throws ContentError that lists all faults
 */
export const checkContentFolder = (root: string, now: number) =>
  checkReadFolder(readContentFolder(root), createEmptyCheckContext(now))

/**
 * Checks a folder for staff: also reads media files, and adds warnings.
 * @param db the database to import into, null if there is none
 * @param now epoch ms
 * @throws ContentError that lists all faults
 */
export async function inspectContentFolder(root: string, db: Reader | null, now: number) {
  const checkContext = db ? await readCheckContext(db, now) : createEmptyCheckContext(now)
  const checked = checkReadFolder(readContentFolder(root), checkContext)
  const media = await inspectMedia(root, checked.media)
  if (media.faults.length > 0) throw new ContentError(media.faults, root)
  const origin = db && (await readSetting(db, 'content_origin'))
  // Orders and URLs of the demo are tests: items of the organisation may take them over.
  const isFromDemo = isDemoFolder(origin) && !isDemoFolder(root)
  const renamed = (isFromDemo ? [] : checked.renamed).map(
    ({ kind, id, from, to }) =>
      `${kind}/${to}.yaml has the title of ${from}.yaml, which was removed: it takes over its id ${id}, ` +
      `with orders and URLs. If it is a different item, give it an "id" of its own`,
  )
  const { folder } = checked
  const warnings = inTimeZone(folder.single['site.yaml'].time_zone, () =>
    findWarnings(folder, checkContext.firstStart),
  )
  return { ...checked, warnings: [...renamed, ...media.warnings, ...warnings] }
}
