import type { Database } from '../db/open.ts'
import { readFirstStart } from '../db/settings.ts'
import { applyContent, type AppliedChange } from './apply.ts'
import { checkContent } from './check-content.ts'
import { checkPlaces } from './check-places.ts'
import { addEdit, getAt, setAt, type Edit } from './edits.ts'
import { collectFaults, ContentError, type Faults } from './faults.ts'
import { ITEM_FOLDERS } from './format.ts'
import type { SlugIndex } from './index-slugs.ts'
import { findMediaUses } from './list-files.ts'
import { listDependents, validateStored } from './plan-stored.ts'
import { planOne, type PlanContext, type Planned } from './plan.ts'
import type { ContentFolder } from './read-folder.ts'
import { findPageFile, nameFile, PAGE_FILES, pageSlug, type SourceKind } from './sources.ts'
import {
  findStored,
  readMediaOf,
  readStoredLegal,
  readStoredSections,
  readStoredSlugs,
  type StoredSource,
} from './stored-sources.ts'
import { isVisible, readWindow } from './visibility.ts'

/** A field and what it becomes. */
export interface FieldChange {
  path: readonly string[]
  value: unknown
}

/** Parts with numbers of their own: no two items may share one. */
const NUMBERED: Partial<Record<SourceKind, Record<string, { table: string; column: string }>>> = {
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
function readFolderAround(db: Database, source: StoredSource, data: object): ContentFolder {
  const single = Object.fromEntries(
    PAGE_FILES.map((file) => {
      const isOwn = source.kind === 'pages' && file === findPageFile(source.slug)
      const page = isOwn ? { ...source, data } : findStored(db, 'pages', pageSlug(file))
      if (!page) throw new Error(`${file} was never imported`)
      return [file, validateStored(page, page.data)]
    }),
  )
  const items = Object.fromEntries(
    Object.keys(ITEM_FOLDERS).map((kind) => {
      return [kind, kind === source.kind ? [{ ...data, slug: source.slug }] : []]
    }),
  )
  // Every part has the form of its schema.
  return { root: '', single, items } as unknown as ContentFolder
}

function checkNumbers(
  db: Database,
  { kind, id, slug }: StoredSource,
  data: object,
  faults: Faults,
) {
  for (const [field, { table, column }] of Object.entries(NUMBERED[kind] ?? {})) {
    const list: unknown = getAt(data, [field])
    for (const [index, part] of Array.isArray(list) ? list.entries() : []) {
      const number: unknown = getAt(part, ['id'])
      const sql = `SELECT ${column} AS owner FROM ${table} WHERE id = ?`
      const owner = typeof number === 'number' ? db.prepare(sql).get(number)?.['owner'] : undefined
      if (owner === undefined || owner === id) continue
      faults.add(
        nameFile(kind, slug),
        `${field}.${index}.id`,
        `The number ${number} belongs to another ${table}.`,
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

function planStored(
  db: Database,
  source: StoredSource,
  data: object,
  shared: Omit<PlanContext, 'media'>,
): Planned {
  const sources = findMediaUses(data).map((use) => use.source)
  const context = { ...shared, media: readMediaOf(db, source.media, sources) }
  const folder = readFolderAround(db, source, data)
  const faults = collectFaults()
  checkContent(folder, shared.slugs, shared.firstStart, faults)
  checkNumbers(db, source, data, faults)
  checkPlaces(db, folder, faults)
  checkFiles(source, data, context, faults)
  if (faults.list.length > 0) throw new ContentError(faults.list)
  return planOne(context, folder, source)
}

/**
 * Sets fields of one piece of content, held to the same rules as an import, and writes its rows and
 * those of what names it. For use inside a transaction.
 * @throws ContentError when the content would not be valid
 */
export function editContent(
  db: Database,
  source: StoredSource,
  changes: readonly FieldChange[],
  now: number,
): AppliedChange[] {
  let edits: Edit[] = source.edits
  let edited = source.data
  for (const { path, value } of changes) {
    const base = getAt(edited, path)
    const next = setAt(edited, path, value)
    if (next === null) {
      const fault = { file: nameFile(source.kind, source.slug), field: path.join('.') }
      throw new ContentError([{ ...fault, message: 'there is no such place' }])
    }
    const edit = { path: [...path], value }
    edits = addEdit(edits, base === undefined ? edit : { ...edit, base })
    edited = next
  }
  const data = validateStored(source, edited)
  const shared = {
    slugs: withItem(readStoredSlugs(db), source, data),
    legal: readStoredLegal(db),
    firstStart: readFirstStart(db) ?? now,
    now,
    audience: 'public' as const,
    sections: readStoredSections(db),
  }
  const own = { ...planStored(db, source, data, shared), edits }
  const isShown = (given: unknown) => isVisible(readWindow(given), shared)
  const isPublicationOther = isShown(source.data) !== isShown(data)
  const naming = isPublicationOther ? listDependents(db, source) : []
  const others = naming.map((other) => ({
    ...planStored(db, other, validateStored(other, other.data), shared),
    edits: other.edits,
  }))
  return applyContent(db, { planned: [own, ...others], isWhole: false, now, isNews: true })
}
