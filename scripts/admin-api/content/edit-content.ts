import { sql } from 'kysely'
import { takeLock } from '../db/locks.ts'
import type { Reader, Transaction } from '../db/open.ts'
import { readFirstStart } from '../db/settings.ts'
import { applyContent, type AppliedChange } from './apply.ts'
import { checkContent } from './check-content.ts'
import { checkPlaces, readTakenPlaces } from './check-places.ts'
import { addEdit, getAt, setAt, type Edit } from './edits.ts'
import { collectFaults, ContentError, type Faults } from './faults.ts'
import { ITEM_FOLDERS } from './format.ts'
import type { SlugIndex } from './index-slugs.ts'
import { findMediaUses } from './list-files.ts'
import { listDependents } from './plan-stored.ts'
import { planOne, type PlanContext, type Planned } from './plan.ts'
import type { ContentFolder } from './read-folder.ts'
import { findPageFile, nameFile, PAGE_FILES, pageSlug, type SourceKind } from './sources.ts'
import { readStoredSlugs } from './stored-slugs.ts'
import {
  findStored,
  readMediaOf,
  readStoredLegal,
  readStoredSections,
  type StoredSource,
} from './stored-sources.ts'
import { isVisible, readWindow } from './visibility.ts'
import { validateSource } from './validate-source.ts'

/** A field and what it becomes. */
export interface FieldChange {
  path: readonly string[]
  value: unknown
}

interface NumberedPart {
  table: 'tier' | 'show' | 'course_package' | 'course_date' | 'activity_date'
  column: 'performance_id' | 'course_id' | 'activity_id'
}

/** Parts with numbers of their own: no two items may share one. */
const NUMBERED: Partial<Record<SourceKind, Record<string, NumberedPart>>> = {
  performances: {
    tiers: { table: 'tier', column: 'performance_id' },
    shows: { table: 'show', column: 'performance_id' },
  },
  courses: {
    packages: { table: 'course_package', column: 'course_id' },
    dates: { table: 'course_date', column: 'course_id' },
  },
  activities: { dates: { table: 'activity_date', column: 'activity_id' } },
}

/** The pages, and one item: what the checks of the import need to know of the rest is in slugs. */
async function readFolderAround(
  db: Reader,
  source: StoredSource,
  data: object,
): Promise<ContentFolder> {
  const single: Record<string, object> = {}
  for (const file of PAGE_FILES) {
    const isOwn = source.kind === 'pages' && file === findPageFile(source.slug)
    const page = isOwn ? { ...source, data } : await findStored(db, 'pages', pageSlug(file))
    if (!page) throw new Error(`${file} was never imported`)
    single[file] = validateSource(page, page.data)
  }
  const items = Object.fromEntries(
    Object.keys(ITEM_FOLDERS).map((kind) => {
      return [kind, kind === source.kind ? [{ ...data, slug: source.slug }] : []]
    }),
  )
  // Every part has the form of its schema.
  return { root: '', single, items } as unknown as ContentFolder
}

/** The item that a numbered part belongs to; undefined for a new number. */
async function findPartOwner(
  db: Reader,
  { table, column }: NumberedPart,
  id: number,
): Promise<number | undefined> {
  // Each table has the column that its entry names.
  const owner = sql<number>`${sql.ref(column)}`.as('owner')
  return (await db.selectFrom(table).select(owner).where('id', '=', id).executeTakeFirst())?.owner
}

async function checkNumbers(
  db: Reader,
  { kind, id, slug }: StoredSource,
  data: object,
  faults: Faults,
): Promise<void> {
  for (const [field, part] of Object.entries(NUMBERED[kind] ?? {})) {
    const list: unknown = getAt(data, [field])
    for (const [index, entry] of Array.isArray(list) ? list.entries() : []) {
      const number: unknown = getAt(entry, ['id'])
      const owner = typeof number === 'number' ? await findPartOwner(db, part, number) : undefined
      if (owner === undefined || owner === id) continue
      faults.add(
        nameFile(kind, slug),
        `${field}.${index}.id`,
        `The number ${number} belongs to another ${part.table}.`,
      )
    }
  }
}

function checkFiles(
  { kind, slug }: StoredSource,
  data: object,
  context: PlanContext,
  faults: Faults,
) {
  const file = nameFile(kind, slug)
  for (const { source, field } of findMediaUses(data)) {
    if (!context.media.has(source)) faults.add(file, field, `media/${source} was never imported`)
  }
  for (const field of ['user_agreement_file', 'privacy_policy_file']) {
    for (const [lang, name] of Object.entries(Object(getAt(data, [field])))) {
      if (context.legal.has(String(name))) continue
      faults.add(file, `${field}.${lang}`, `files/${String(name)} was never imported`)
    }
  }
}

/** The slugs of the database with one item as it will be. */
function withItem(slugs: SlugIndex, { kind, id, slug }: StoredSource, data: object): SlugIndex {
  const noun = kind === 'artists' ? 'artist' : kind === 'performances' ? 'performance' : null
  if (noun === null) return slugs
  const entry = { id, window: readWindow(data) }
  const get = (wanted: string) => (wanted === slug ? entry : slugs[noun].get(wanted))
  const has = (wanted: string) => get(wanted) !== undefined
  return { ...slugs, [noun]: { ...slugs[noun], get, has } }
}

async function planStored(
  db: Reader,
  source: StoredSource,
  data: object,
  shared: Omit<PlanContext, 'media'>,
): Promise<Planned> {
  const sources = findMediaUses(data).map((use) => use.source)
  const context = { ...shared, media: await readMediaOf(db, source.media, sources) }
  const folder = await readFolderAround(db, source, data)
  const faults = collectFaults()
  checkContent(folder, shared.slugs, shared.firstStart, faults)
  await checkNumbers(db, source, data, faults)
  checkPlaces(await readTakenPlaces(db, source), folder, faults)
  checkFiles(source, data, context, faults)
  if (faults.list.length > 0) throw new ContentError(faults.list)
  return planOne(context, folder, source)
}

/** Why a path leads nowhere, with the numbers that the entries of its list have. */
function describeMissing(data: unknown, path: readonly string[]): string {
  const message = 'there is no such place'
  const depth = path.findIndex((_, index) => getAt(data, path.slice(0, index + 1)) === undefined)
  const list = getAt(data, path.slice(0, depth))
  const numbers = Array.isArray(list) ? list.map((entry) => getAt(entry, ['id'])) : []
  if (depth < 1 || !numbers.some((number) => typeof number === 'number')) return message
  return `${message}: entries of ${path[depth - 1]} are named by their numbers, ${numbers.join(', ')}`
}

/**
 * Sets fields of one piece of content, held to the same rules as an import, and writes its rows and
 * those of what names it. For use inside a transaction.
 * @throws ContentError when the content would not be valid
 */
export async function editContent(
  trx: Transaction,
  source: StoredSource,
  changes: readonly FieldChange[],
  now: number,
): Promise<AppliedChange[]> {
  await takeLock(trx, 'content')
  let edits: Edit[] = source.edits
  let edited = source.data
  for (const { path, value } of changes) {
    const base = getAt(edited, path)
    const next = setAt(edited, path, value)
    if (next === null) {
      const fault = { file: nameFile(source.kind, source.slug), field: path.join('.') }
      throw new ContentError([{ ...fault, message: describeMissing(edited, path) }])
    }
    const edit = { path: [...path], value }
    edits = addEdit(edits, base === undefined ? edit : { ...edit, base })
    edited = next
  }
  const data = validateSource(source, edited)
  const shared = {
    slugs: withItem(await readStoredSlugs(trx), source, data),
    legal: await readStoredLegal(trx),
    firstStart: (await readFirstStart(trx)) ?? now,
    now,
    audience: 'public' as const,
    sections: await readStoredSections(trx),
  }
  const planned = [{ ...(await planStored(trx, source, data, shared)), edits }]
  const isShown = (given: unknown) => isVisible(readWindow(given), shared)
  const isPublicationOther = isShown(source.data) !== isShown(data)
  const naming = isPublicationOther ? await listDependents(trx, source) : []
  for (const other of naming) {
    const plan = await planStored(trx, other, validateSource(other, other.data), shared)
    planned.push({ ...plan, edits: other.edits })
  }
  return applyContent(trx, { planned, isWhole: false, now, isNews: true })
}
