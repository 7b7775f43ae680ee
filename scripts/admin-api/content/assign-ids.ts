import { LOCALES } from '#api/language.ts'
import { listIds } from './list-ids.ts'
import { pickText, type LocalizedText } from './local.ts'
import { ITEM_TRAITS, listParts, type IdKind } from './parts.ts'
import type { PageFile } from './format.ts'
import type { ContentFolder } from './read-folder.ts'
import { ITEM_KINDS, PAGE_FILES } from './sources.ts'

// Editors use names; orders, tickets and URLs use numeric ids. Each name is assigned an id once and keeps it,
// unless its file has an explicit `id`.

/** The id of a name. Names of parts are unique within their item, the `owner`; it is 0 for items. */
export interface NameWithId {
  kind: IdKind
  owner: number
  name: string
  id: number
  /** Whether the last imported content has it. */
  isCurrent: boolean
  /** The title of an item or entry with a slug, or the price of another part; identifies it when its name changes. */
  title: string
}

/** The ids assigned so far. */
export interface AssignedIds {
  names: readonly NameWithId[]
  /** The highest id ever assigned, by kind. */
  highest: ReadonlyMap<IdKind, number>
}

/** An item that takes over the id of a removed file, because both have the same title. */
export interface RenamedItem {
  kind: IdKind
  id: number
  from: string
  to: string
}

/** The fields that name an item or part. */
interface Named {
  id: number
  slug?: string
  href?: string
  starts?: string
  hall?: string
  name?: LocalizedText
  title?: LocalizedText
  price?: number
}

/** The title that identifies an item when its file is renamed. */
export const getTitle = ({ title, name }: Pick<Named, 'title' | 'name'>): string =>
  pickText(title ?? name ?? {}, LOCALES[0])

/** What identifies an item or part when its name changes; empty if nothing does. */
const getMark = (one: Named): string =>
  one.slug === undefined ? String(one.price ?? '') : getTitle(one)

/** Names an item or part: by its slug or address, a date by its time and hall, others by their text. */
function getName(one: Named): string {
  if (one.starts !== undefined) return `${one.starts} ${one.hall}`
  return one.slug ?? one.href ?? getTitle(one)
}

/** Makes duplicate names unique by their order: `19:30 hall`, `19:30 hall #2`. */
function makeUnique(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} #${count}`
  })
}

/** Assigns ids to the items and parts of a folder, in their order. */
function createAssigner(
  names: readonly NameWithId[],
  highest: Map<IdKind, number>,
  halls: ReadonlySet<string>,
) {
  const byList = Map.groupBy(names, ({ kind, owner }) => `${kind} ${owner}`)
  const assigned: NameWithId[] = []
  const renamedItems: RenamedItem[] = []
  const usedByKind = new Map<IdKind, Set<number>>()

  function createId(kind: IdKind): number {
    const id = (highest.get(kind) ?? 0) + 1
    highest.set(kind, id)
    return id
  }

  /**
   * Finds the removed name that a new name replaces: for an item or entry with a slug the one with the same title;
   * for another part the one in another language, which named it before it was translated, or else the only removed
   * one with the same price that no other new part translates, or the only one at all if there is only one new part.
   */
  function findRenamed(
    removed: readonly NameWithId[],
    one: Named,
    { owner, added }: { owner: number; added: readonly Named[] },
  ): NameWithId | undefined {
    const mark = getMark(one)
    const isMarked = ({ title }: NameWithId) => mark !== '' && title === mark
    if (one.slug !== undefined) return removed.find(isMarked)
    const isTextOf = (part: Named, text: string) =>
      Object.values(part.name ?? part.title ?? {}).includes(text)
    const original = removed.find(({ name }) => isTextOf(one, name))
    if (original) return original
    const others = removed.filter(({ name }) => !added.some((part) => isTextOf(part, name)))
    const isOnly = owner !== 0 && added.length === 1 && others.length === 1
    const candidates = isOnly ? others : others.filter(isMarked)
    return candidates.length === 1 ? candidates[0] : undefined
  }

  function assign<T extends Named>(kind: IdKind, owner: number, list: readonly T[]): T[] {
    const unique = makeUnique(list.map(getName))
    const known = byList.get(`${kind} ${owner}`) ?? []
    // Halls are listed by venue, but their slugs are unique within the site.
    const present = kind === 'hall' ? halls : new Set(unique)
    const byName = new Map(known.map((one) => [one.name, one]))
    // Shared by the halls of all venues.
    const usedIds = usedByKind.get(kind) ?? new Set<number>()
    usedByKind.set(kind, usedIds)
    for (const { id } of list) usedIds.add(id)
    for (const { isCurrent, name, id } of known) {
      if (isCurrent && present.has(name)) usedIds.add(id)
    }
    // The id of a previous name may have passed to the name that replaced it.
    const knownIds = list.map(({ id }, index) => {
      const one = byName.get(unique[index] ?? '')
      if (id !== 0 || !one || (!one.isCurrent && usedIds.has(one.id))) return id
      usedIds.add(one.id)
      return one.id
    })
    const removed = known.filter(({ isCurrent, name }) => isCurrent && !present.has(name))
    const added = list.filter((_, index) => knownIds[index] === 0)
    return list.map((one, index) => {
      const name = unique[index] ?? ''
      const title = getMark(one)
      const candidates = removed.filter(({ id }) => !usedIds.has(id))
      const renamed = knownIds[index] ? undefined : findRenamed(candidates, one, { owner, added })
      if (renamed) usedIds.add(renamed.id)
      const id = knownIds[index] || renamed?.id || createId(kind)
      if (renamed && kind in ITEM_TRAITS)
        renamedItems.push({ kind, id, from: renamed.name, to: name })
      assigned.push({ kind, owner, name, id, isCurrent: true, title })
      return { ...one, id }
    })
  }
  return { assign, assigned, renamedItems }
}

/** Assigns an id to everything in a folder that needs one. */
export function assignIds(
  folder: ContentFolder,
  existing: AssignedIds,
): { folder: ContentFolder; names: NameWithId[]; renamed: RenamedItem[] } {
  const highest = new Map(existing.highest)
  // Explicit ids of files are not assigned to anything else.
  for (const { kind, id } of listIds(folder)) {
    highest.set(kind, Math.max(highest.get(kind) ?? 0, id))
  }
  const { venues } = folder.single['site.yaml']
  const halls = new Set(venues.flatMap((venue) => venue.halls.map(({ slug }) => slug)))
  const { assign, assigned, renamedItems } = createAssigner(existing.names, highest, halls)
  function assignParts<T extends object>(of: PageFile | IdKind, owner: number, data: T): T {
    const lists = listParts(of).map(({ kind, list }) => {
      const parts: readonly Named[] = Object(data)[list]
      const withIds = assign(kind, owner, parts)
      return [list, withIds.map((part) => assignParts(kind, owner, part))] as const
    })
    return { ...data, ...Object.fromEntries(lists) }
  }
  const single = PAGE_FILES.map((file) => [file, assignParts(file, 0, folder.single[file])])
  const items = ITEM_KINDS.map((kind) => {
    const list: readonly Named[] = folder.items[kind]
    return [kind, assign(kind, 0, list).map((item) => assignParts(kind, item.id, item))]
  })
  const parts = { single: Object.fromEntries(single), items: Object.fromEntries(items) }
  // Only ids were added.
  const folderWithIds = { ...folder, ...parts } as ContentFolder
  return { folder: folderWithIds, names: assigned, renamed: renamedItems }
}
