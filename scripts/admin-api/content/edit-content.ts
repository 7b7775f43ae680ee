import { sql } from 'kysely'
import { SECTIONS, type Section } from '#api/sections.ts'
import type { Site } from '#api/site.ts'
import { takeLock } from '../db/locks.ts'
import type { Reader, Transaction } from '../db/open.ts'
import { applyContent, type AppliedChange, type PlannedSource } from './apply.ts'
import { checkContent, listReferences } from './check-content.ts'
import { checkPlaces, readTakenPlaces } from './check-places.ts'
import { addEdit, getAt, setAt } from './edits.ts'
import { collectFaults, ContentError, type Faults } from './faults.ts'
import { createLookup, listSiteEntries, type SlugIndex, type SlugLookup } from './index-slugs.ts'
import { findLegalUses, findMediaUses } from './list-files.ts'
import { listSourceIds } from './list-ids.ts'
import { ID_PLACES, ITEM_TRAITS } from './parts.ts'
import {
  listDependents,
  planUnchanged,
  readSharedContext,
  withMedia,
  type SharedContext,
} from './plan-stored.ts'
import { planOne, type PlanContext, type Planned } from './plan.ts'
import type { ContentFolder } from './read-folder.ts'
import { nameFile, PAGE_FILES, getPageSlug, toFolder, validateSource } from './sources.ts'
import { findStored, readAllStored, readStoredSite, type StoredSource } from './stored-sources.ts'
import { isVisible, readWindow } from './visibility.ts'

/** A field and its new value. */
interface FieldChange {
  path: readonly string[]
  value: unknown
}

/** A folder with all pages and a single item; the checks of the import find other items by `slugs`. */
async function readFolderAround(
  db: Reader,
  source: StoredSource,
  data: object,
): Promise<ContentFolder> {
  const sources: StoredSource[] = [{ ...source, data }]
  for (const file of PAGE_FILES) {
    if (file === nameFile(source.kind, source.slug)) continue
    const page = await findStored(db, 'pages', getPageSlug(file))
    if (!page) throw new Error(`${file} was never imported`)
    sources.push(page)
  }
  return toFolder(sources)
}

async function checkPartIds(
  db: Reader,
  { kind, id, slug }: StoredSource,
  data: object,
  faults: Faults,
): Promise<void> {
  for (const part of listSourceIds(kind, slug, data)) {
    if (part.id === 0) {
      const message = 'An entry has no id. Add it to the content folder: the import assigns one.'
      faults.add(part.file, part.field, message)
    }
    const place = ID_PLACES[part.kind]
    if (!('owner' in place)) continue
    const { table, owner } = place
    const rows = db.selectFrom(table).select(sql<number>`${sql.ref(owner)}`.as('owner'))
    const stored = await rows.where('id', '=', part.id).executeTakeFirst()
    if (!stored || stored.owner === id) continue
    const message = `The id ${part.id} belongs to another ${table}.`
    faults.add(part.file, part.field, message)
  }
}

/** Checks that an edit of `site.yaml` keeps the entries that files refer to, and their ids. */
async function checkEntries(
  db: Reader,
  site: ContentFolder['single']['site.yaml'],
  slugs: SlugIndex,
  faults: Faults,
): Promise<void> {
  const groups = Object.entries(listSiteEntries(site))
  const next = new Map<string, SlugLookup>(groups.map(([noun, list]) => [noun, createLookup(list)]))
  for (const { kind, slug: own, data } of await readAllStored(db)) {
    const isSite = kind === 'pages' && own === 'site'
    for (const { noun, slug, field } of listReferences(isSite ? site : data)) {
      const id = slugs[noun].get(slug)?.id
      if (id === undefined || !next.has(noun) || next.get(noun)?.get(slug)?.id === id) continue
      const message = `The ${noun} "${slug}" with the id ${id} must stay in site.yaml.`
      faults.add(nameFile(kind, own), field, message)
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
  for (const { name, field } of findLegalUses(data)) {
    if (!context.legal.has(name)) faults.add(file, field, `files/${name} was never imported`)
  }
}

/** The slugs of the database, with the new state of one item. */
function withItem(slugs: SlugIndex, { kind, id, slug }: StoredSource, data: object): SlugIndex {
  if (kind === 'pages' || kind === 'business-cases') return slugs
  const { noun } = ITEM_TRAITS[kind]
  const entry = { id, window: readWindow(data) }
  const get = (key: string) => (key === slug ? entry : slugs[noun].get(key))
  const has = (key: string) => get(key) !== undefined
  return { ...slugs, [noun]: { ...slugs[noun], get, has } }
}

async function planStored(
  db: Reader,
  source: StoredSource,
  data: object,
  shared: SharedContext,
): Promise<Planned> {
  const context = await withMedia(db, shared, source, data)
  const folder = await readFolderAround(db, source, data)
  const faults = collectFaults()
  checkContent(folder, shared.slugs, shared.firstStart, faults)
  if (source.kind === 'pages' && source.slug === 'site') {
    await checkEntries(db, folder.single['site.yaml'], shared.slugs, faults)
  }
  await checkPartIds(db, source, data, faults)
  checkPlaces(await readTakenPlaces(db, source.id), folder, faults)
  checkFiles(source, data, context, faults)
  if (faults.list.length > 0) throw new ContentError(faults.list)
  return planOne(context, source, data)
}

async function planOthers(
  db: Reader,
  sources: readonly StoredSource[],
  shared: SharedContext,
  timeZone?: string,
): Promise<PlannedSource[]> {
  const planned: PlannedSource[] = []
  for (const source of sources) planned.push(await planUnchanged(db, source, shared, timeZone))
  return planned
}

/** Lists the items and pages that an edit of the site affects: its time zone, or its sections. */
async function listAffected(
  db: Reader,
  before: Site | undefined,
  after: Site | undefined,
): Promise<StoredSource[]> {
  const isMoved = before?.time_zone !== after?.time_zone
  const isSwitched = (one: Section) =>
    before?.sections.includes(one) !== after?.sections.includes(one)
  const sections = SECTIONS.filter(isSwitched)
  if (!isMoved && sections.length === 0) return []
  // The file of the site itself has no times.
  return (await readAllStored(db)).filter(({ kind, slug }) =>
    kind === 'pages'
      ? isMoved && slug !== 'site'
      : isMoved || sections.includes(ITEM_TRAITS[kind].section),
  )
}

/** Explains that a path does not exist, with the ids of the entries of its list. */
function describeMissing(data: unknown, path: readonly string[]): string {
  const message = 'there is no such field'
  const depth = path.findIndex((_, index) => getAt(data, path.slice(0, index + 1)) === undefined)
  const list = getAt(data, path.slice(0, depth))
  const ids = Array.isArray(list) ? list.map((entry) => getAt(entry, ['id'])) : []
  if (depth < 1 || !ids.some((id) => typeof id === 'number')) return message
  return `${message}: entries of ${path[depth - 1]} are addressed by their ids, ${ids.join(', ')}`
}

/** @throws ContentError if a path does not exist or the changed item does not match its schema */
function changeFields(source: StoredSource, changes: readonly FieldChange[]) {
  let { data, edits } = source
  for (const { path, value } of changes) {
    const base = getAt(data, path)
    const next = setAt(data, path, value)
    if (next === null) {
      const fault = { file: nameFile(source.kind, source.slug), field: path.join('.') }
      throw new ContentError([{ ...fault, message: describeMissing(data, path) }])
    }
    const edit = { path: [...path], value }
    edits = addEdit(edits, base === undefined ? edit : { ...edit, base })
    data = next
  }
  return { data: validateSource(source, data), edits }
}

/**
 * Edits fields of an item with the same checks as an import, and writes its rows and those of items that
 * refer to it or that an edit of the site affects. Call inside a transaction.
 * @throws ContentError if the edited content is invalid
 */
export async function editContent(
  trx: Transaction,
  source: StoredSource,
  changes: readonly FieldChange[],
  now: number,
): Promise<AppliedChange[]> {
  await takeLock(trx, 'content')
  const { data, edits } = changeFields(source, changes)
  const site = await readStoredSite(trx)
  const stored = await readSharedContext(trx, { now, audience: 'public' })
  const shared = { ...stored, slugs: withItem(stored.slugs, source, data) }
  const edited = { ...(await planStored(trx, source, data, shared)), edits }
  const isShown = (item: unknown) => isVisible(readWindow(item), shared)
  const hasVisibilityChanged = isShown(source.data) !== isShown(data)
  const dependents = hasVisibilityChanged ? await listDependents(trx, source) : []
  const planned = [edited, ...(await planOthers(trx, dependents, shared))]
  const options = { isComplete: false, now, isAnnounced: true }
  const applied = await applyContent(trx, { ...options, planned })
  const editedSite = await readStoredSite(trx)
  const affected = await listAffected(trx, site, editedSite)
  const { sections = SECTIONS, time_zone: timeZone } = editedSite ?? {}
  const others = await planOthers(trx, affected, { ...shared, sections }, timeZone)
  return [...applied, ...(await applyContent(trx, { ...options, planned: others }))]
}
