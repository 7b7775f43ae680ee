import type { Reader } from '../db/open.ts'
import { readFirstStart } from '../db/settings.ts'
import { checkContent } from './check-content.ts'
import { checkPlaces, NOTHING_TAKEN, readTakenPlaces, type TakenPlaces } from './check-places.ts'
import { collectFaults, ContentError, type Fault } from './faults.ts'
import { indexSlugs } from './index-slugs.ts'
import { findWarnings } from './find-warnings.ts'
import { findBrokenMedia } from './media.ts'
import { layEdits } from './lay-edits.ts'
import { listLegalFiles, listMedia } from './list-files.ts'
import { numberContent, type NumberBook } from './number-content.ts'
import { WHOLE_FILE } from './read-file.ts'
import { readContentFolder, type ReadFolder } from './read-folder.ts'
import { readNumbers } from './stored-numbers.ts'
import { readStoredEdits } from './stored-sources.ts'

const parentOf = (field: string): string => field.split('.').slice(0, -1).join('.')
const isWithin = (field: string, outer: string): boolean => `${field}.`.startsWith(`${outer}.`)

/** Whether a fault is there only because a placeholder stands where another fault is. */
function isConsequence({ file, field, isRule }: Fault, form: readonly Fault[]): boolean {
  return form.some((other) => {
    if (other.file !== file) return false
    if (other.field === WHOLE_FILE) return true
    if (isWithin(field, other.field) || isWithin(other.field, field)) return true
    return isRule === true && parentOf(other.field) === parentOf(field)
  })
}

/** What site.yaml defines cannot be looked up while that file cannot be read. */
function isUnknowable({ message }: Fault, form: readonly Fault[]): boolean {
  const isSiteLost = form.some(({ file, field }) => file === 'site.yaml' && field === WHOLE_FILE)
  return isSiteLost && message.endsWith('in site.yaml.')
}

/** What a folder is checked against beside itself. */
export interface Checking {
  /** Numbers that were assigned so far. */
  numbers: NumberBook
  taken: TakenPlaces
  edits: Awaited<ReturnType<typeof readStoredEdits>>
  /** Epoch ms. */
  firstStart: number
  /** Files whose content stands as it is stored: their media is not looked for. */
  unread?: ReadonlySet<string>
}

/** Where there is no database yet: nothing was sold, no number was assigned. */
const createFirstChecking = (now: number): Checking => ({
  numbers: { names: [], highest: () => 0 },
  taken: NOTHING_TAKEN,
  edits: [],
  firstStart: now,
})

/** Reads what a folder is checked against. @param now epoch ms, of the first start if there was none */
export const readChecking = async (db: Reader, now: number): Promise<Checking> => ({
  numbers: await readNumbers(db),
  taken: await readTakenPlaces(db, null),
  edits: await readStoredEdits(db),
  firstStart: (await readFirstStart(db)) ?? now,
})

/**
 * Checks a folder that was read, faults of form included, and makes it ready to be imported: with
 * numbers, and with what staff set laid over it.
 * @throws ContentError naming every fault
 */
export function checkReadFolder(
  read: ReadFolder,
  { numbers, taken, edits, firstStart, unread = new Set() }: Checking,
) {
  const { root } = read.folder
  const numbered = numberContent(read.folder, numbers)
  // With faults of form nothing is imported: then what staff set need not fit.
  const edited = layEdits(numbered.folder, read.faults.length > 0 ? [] : edits)
  const { folder } = edited
  const faults = collectFaults()
  const slugs = indexSlugs(folder, faults)
  checkContent(folder, slugs, firstStart, faults)
  const media = listMedia(folder, faults, unread)
  const legal = unread.has('site.yaml') ? [] : listLegalFiles(folder, faults)
  checkPlaces(taken, folder, faults)
  const others = faults.list.filter(
    (fault) => !isConsequence(fault, read.faults) && !isUnknowable(fault, read.faults),
  )
  const all = [...read.faults, ...others]
  if (all.length > 0) throw new ContentError(all, root)
  const { names, renamed } = numbered
  return { folder, slugs, media, legal, edited, numbers: names, renamed }
}

/**
 * Reads a folder and names everything that is wrong with it at once.
 * @param db the database it would be imported into, null when there is none
 * @param now epoch ms
 * @throws ContentError
 */
export async function checkContentFolder(root: string, db: Reader | null, now: number) {
  const checking = db ? await readChecking(db, now) : createFirstChecking(now)
  return checkReadFolder(readContentFolder(root), checking)
}

/**
 * The same for staff: reads pictures, too, and finds what is valid and rarely meant.
 * @throws ContentError
 */
export async function inspectContentFolder(root: string, db: Reader | null, now: number) {
  const checked = await checkContentFolder(root, db, now)
  const broken = await findBrokenMedia(root, checked.media)
  if (broken.length > 0) throw new ContentError(broken, root)
  const firstStart = (db && (await readFirstStart(db))) ?? now
  const renamed = checked.renamed.map(
    ({ kind, id, from, to }) =>
      `${kind}/${to}.yaml has the title of ${from}.yaml, which is gone: it takes over its number ${id}, ` +
      `with orders and addresses. If it is something else, give it an "id" of its own`,
  )
  return { ...checked, warnings: [...renamed, ...findWarnings(checked.folder, firstStart)] }
}
