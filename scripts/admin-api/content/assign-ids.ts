import { LOCALES } from '#api/language.ts'
import { pickText, type LocalizedText } from './local.ts'
import type { ContentFolder } from './read-folder.ts'
import { ITEM_KINDS, nameFile } from './sources.ts'

// Editors use names; orders, tickets and URLs use numeric ids. Each name is assigned an id once and keeps it,
// unless its file has an explicit `id`.

/** Kinds of items and parts with ids. */
export const ID_KINDS = [
  'artists',
  'performances',
  'courses',
  'activities',
  'artist-news',
  'course-news',
  'performance-news',
  'business-cases',
  'city',
  'venue',
  'hall',
  'genre',
  'discipline',
  'category',
  'link',
  'member package',
  'banner',
  'tier',
  'show',
  'course package',
  'course date',
  'activity date',
] as const
export type IdKind = (typeof ID_KINDS)[number]

/** The id of a name. Names of parts are unique within their item, the `owner`; it is 0 for items. */
export interface NameWithId {
  kind: IdKind
  owner: number
  name: string
  id: number
  /** Whether the last imported content has it. */
  isCurrent: boolean
  /** The title of an item, which identifies it when its file is renamed. */
  title: string
}

/** The ids assigned so far. */
export interface AssignedIds {
  names: readonly NameWithId[]
  /** The highest id ever assigned for a kind; 0 if there was none. */
  highest(kind: IdKind): number
}

/** An item that takes over the id of a removed file, because both have the same title. */
export interface RenamedItem {
  kind: IdKind
  id: number
  from: string
  to: string
}

interface WithId {
  id: number
}
interface NamedPart {
  name: string
  title?: string
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
function createAssigner({ names, highest }: AssignedIds) {
  const byList = Map.groupBy(names, ({ kind, owner }) => `${kind} ${owner}`)
  const next = new Map<IdKind, number>()
  const assigned: NameWithId[] = []
  const renamedItems: RenamedItem[] = []

  function createId(kind: IdKind): number {
    const id = next.get(kind) ?? highest(kind) + 1
    next.set(kind, id + 1)
    return id
  }

  /**
   * Finds the removed name that a new name replaces: for an item the one with the same title; for a part
   * the only removed one, if there is only one new part.
   */
  function findRenamed(
    removed: readonly NameWithId[],
    title: string,
    isOnlyNew: boolean,
  ): NameWithId | undefined {
    if (title !== '') return removed.find((one) => one.title === title)
    return isOnlyNew && removed.length === 1 ? removed[0] : undefined
  }

  function assign<T extends WithId>(
    kind: IdKind,
    owner: number,
    list: readonly T[],
    read: (one: T) => NamedPart,
  ): T[] {
    const parts = list.map(read)
    const unique = makeUnique(parts.map(({ name }) => name))
    const known = byList.get(`${kind} ${owner}`) ?? []
    const present = new Set(unique)
    const byName = new Map(known.map((one) => [one.name, one]))
    const usedIds = new Set([
      ...list.map(({ id }) => id),
      ...known.flatMap(({ isCurrent, name, id }) => (isCurrent && present.has(name) ? [id] : [])),
    ])
    // The id of a previous name may have passed to the name that replaced it.
    const knownIds = list.map(({ id }, index) => {
      const one = byName.get(unique[index] ?? '')
      if (id !== 0 || !one || (!one.isCurrent && usedIds.has(one.id))) return id
      usedIds.add(one.id)
      return one.id
    })
    const removed = known.filter(
      ({ isCurrent, name, id }) => isCurrent && !present.has(name) && !usedIds.has(id),
    )
    const isOnlyNew = owner !== 0 && knownIds.filter((id) => id === 0).length === 1
    const taken = new Set<NameWithId>()
    return list.map((one, index) => {
      const name = unique[index] ?? ''
      const title = parts[index]?.title ?? ''
      const candidates = removed.filter((other) => !taken.has(other))
      const renamed = knownIds[index] ? undefined : findRenamed(candidates, title, isOnlyNew)
      if (renamed) taken.add(renamed)
      const id = knownIds[index] || renamed?.id || createId(kind)
      if (renamed && owner === 0) renamedItems.push({ kind, id, from: renamed.name, to: name })
      assigned.push({ kind, owner, name, id, isCurrent: true, title })
      return { ...one, id }
    })
  }
  return { assign, assigned, renamedItems }
}

const bySlug = ({ slug }: { slug: string }) => ({ name: slug })
/** The title that identifies an item when its file is renamed. */
export const getTitle = (item: { title?: LocalizedText; name?: LocalizedText }): string =>
  pickText(item.title ?? item.name ?? {}, LOCALES[0])
const byTitle = (item: { slug: string; title?: LocalizedText; name?: LocalizedText }) => ({
  name: item.slug,
  title: getTitle(item),
})
const byText = ({ name }: { name: LocalizedText }) => ({ name: pickText(name, LOCALES[0]) })
const byTime = ({ starts, hall }: { starts: string; hall: string }) => ({
  name: `${starts} ${hall}`,
})

/** Assigns an id to everything in a folder that needs one. */
export function assignIds(
  folder: ContentFolder,
  existing: AssignedIds,
): { folder: ContentFolder; names: NameWithId[]; renamed: RenamedItem[] } {
  const highest = new Map<IdKind, number>()
  const { assign, assigned, renamedItems } = createAssigner({
    names: existing.names,
    // Explicit ids of files are not assigned to anything else.
    highest(kind) {
      return Math.max(existing.highest(kind), highest.get(kind) ?? 0)
    },
  })
  for (const { kind, id } of listIds(folder)) {
    highest.set(kind, Math.max(highest.get(kind) ?? 0, id))
  }
  const { items } = folder
  const site = folder.single['site.yaml']
  const banners = folder.single['banners.yaml']
  const venues = assign('venue', 0, site.venues, bySlug).map((venue) => ({
    ...venue,
    halls: assign('hall', 0, venue.halls, bySlug),
  }))
  const folderWithIds: ContentFolder = {
    ...folder,
    single: {
      ...folder.single,
      'site.yaml': {
        ...site,
        venues,
        cities: assign('city', 0, site.cities, bySlug),
        genres: assign('genre', 0, site.genres, bySlug),
        disciplines: assign('discipline', 0, site.disciplines, bySlug),
        course_categories: assign('category', 0, site.course_categories, bySlug),
        links: assign('link', 0, site.links, ({ href }) => ({ name: href })),
        member_packages: assign('member package', 0, site.member_packages, byText),
      },
      'banners.yaml': {
        ...banners,
        banners: assign('banner', 0, banners.banners, ({ title }) => ({
          name: pickText(title, LOCALES[0]),
        })),
      },
    },
    items: {
      artists: assign('artists', 0, items.artists, byTitle),
      performances: assign('performances', 0, items.performances, byTitle).map((one) => ({
        ...one,
        tiers: assign('tier', one.id, one.tiers, byText),
        shows: assign('show', one.id, one.shows, byTime),
      })),
      courses: assign('courses', 0, items.courses, byTitle).map((one) => ({
        ...one,
        packages: assign('course package', one.id, one.packages, byText),
        dates: assign('course date', one.id, one.dates, byTime),
      })),
      activities: assign('activities', 0, items.activities, byTitle).map((one) => ({
        ...one,
        dates: assign('activity date', one.id, one.dates, byTime),
      })),
      'artist-news': assign('artist-news', 0, items['artist-news'], byTitle),
      'course-news': assign('course-news', 0, items['course-news'], byTitle),
      'performance-news': assign('performance-news', 0, items['performance-news'], byTitle),
      'business-cases': assign('business-cases', 0, items['business-cases'], byTitle),
    },
  }
  return { folder: folderWithIds, names: assigned, renamed: renamedItems }
}

interface FieldWithId {
  kind: IdKind
  file: string
  /** Path of the id in the file. */
  field: string
  /** 0 if the file has none. */
  id: number
}

function* listPartIds(
  kind: IdKind,
  file: string,
  field: string,
  list: readonly WithId[],
): Generator<FieldWithId> {
  for (const [index, { id }] of list.entries()) {
    yield { kind, file, field: `${field}.${index}.id`, id }
  }
}

/** Lists the ids of everything in a folder, with 0 for those that the import assigns. */
export function* listIds({ single, items }: ContentFolder): Generator<FieldWithId> {
  const site = single['site.yaml']
  yield* listPartIds('city', 'site.yaml', 'cities', site.cities)
  yield* listPartIds('venue', 'site.yaml', 'venues', site.venues)
  for (const [index, { halls }] of site.venues.entries()) {
    yield* listPartIds('hall', 'site.yaml', `venues.${index}.halls`, halls)
  }
  yield* listPartIds('genre', 'site.yaml', 'genres', site.genres)
  yield* listPartIds('discipline', 'site.yaml', 'disciplines', site.disciplines)
  yield* listPartIds('category', 'site.yaml', 'course_categories', site.course_categories)
  yield* listPartIds('link', 'site.yaml', 'links', site.links)
  yield* listPartIds('member package', 'site.yaml', 'member_packages', site.member_packages)
  yield* listPartIds('banner', 'banners.yaml', 'banners', single['banners.yaml'].banners)
  for (const kind of ITEM_KINDS) {
    for (const { slug, id } of items[kind]) {
      yield { kind, file: nameFile(kind, slug), field: 'id', id }
    }
  }
  for (const { slug, tiers, shows } of items.performances) {
    const file = nameFile('performances', slug)
    yield* listPartIds('tier', file, 'tiers', tiers)
    yield* listPartIds('show', file, 'shows', shows)
  }
  for (const { slug, packages, dates } of items.courses) {
    const file = nameFile('courses', slug)
    yield* listPartIds('course package', file, 'packages', packages)
    yield* listPartIds('course date', file, 'dates', dates)
  }
  for (const { slug, dates } of items.activities) {
    yield* listPartIds('activity date', nameFile('activities', slug), 'dates', dates)
  }
}
