import { LOCALES } from '#api/language.ts'
import { pickText, type Given } from './local.ts'
import type { ContentFolder } from './read-folder.ts'
import { ITEM_KINDS, nameFile } from './sources.ts'

// Editors name things; orders, tickets and addresses hold numbers. Each name gets a number once and
// keeps it. What has a number in its file keeps that one.

/** Things that have numbers. */
export const NUMBERED_KINDS = [
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
export type NumberedKind = (typeof NUMBERED_KINDS)[number]

/** The number of a name. Names of parts count within their item, `owner`; it is 0 for all others. */
export interface NumberedName {
  kind: NumberedKind
  owner: number
  name: string
  id: number
  /** Whether the content had it at the last import. */
  isCurrent: boolean
  /** The title of an item, by which it is recognised when its file is renamed. */
  title: string
}

/** The numbers that were assigned so far. */
export interface NumberBook {
  names: readonly NumberedName[]
  /** The highest number that a thing of a kind ever had, 0 when there was none. */
  highest(kind: NumberedKind): number
}

/** A file that takes the number of one that is gone, because both have the same title. */
export interface RenamedItem {
  kind: NumberedKind
  id: number
  from: string
  to: string
}

interface Numbered {
  id: number
}
interface NamedPart {
  name: string
  title?: string
}

/** Names that are the same are told apart by their order: `19:30 hall`, `19:30 hall #2`. */
function tellApart(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} #${count}`
  })
}

/** Assigns numbers to the things of a folder, in the order in which they stand there. */
function createAssigner({ names, highest }: NumberBook) {
  const byList = Map.groupBy(names, ({ kind, owner }) => `${kind} ${owner}`)
  const next = new Map<NumberedKind, number>()
  const assigned: NumberedName[] = []
  const renamedItems: RenamedItem[] = []

  function makeNumber(kind: NumberedKind): number {
    const id = next.get(kind) ?? highest(kind) + 1
    next.set(kind, id + 1)
    return id
  }

  /**
   * The one that a new name replaces: a file with the title of one that is gone, or the only part that
   * is gone of an item where only one is new.
   */
  function findRenamed(
    gone: readonly NumberedName[],
    title: string,
    isOnlyNew: boolean,
  ): NumberedName | undefined {
    if (title !== '') return gone.find((one) => one.title === title)
    return isOnlyNew && gone.length === 1 ? gone[0] : undefined
  }

  function number<T extends Numbered>(
    kind: NumberedKind,
    owner: number,
    list: readonly T[],
    read: (one: T) => NamedPart,
  ): T[] {
    const parts = list.map(read)
    const unique = tellApart(parts.map(({ name }) => name))
    const known = byList.get(`${kind} ${owner}`) ?? []
    const given = new Set(list.map(({ id }) => id))
    const byName = new Map(known.map((one) => [one.name, one]))
    const isKnown = (index: number) => byName.has(unique[index] ?? '')
    const isNew = (one: T, index: number) => one.id === 0 && !isKnown(index)
    const present = new Set(unique)
    const gone = known.filter(
      ({ isCurrent, name, id }) => isCurrent && !present.has(name) && !given.has(id),
    )
    const isOnlyNew = owner !== 0 && list.filter(isNew).length === 1
    const taken = new Set<NumberedName>()
    return list.map((one, index) => {
      const name = unique[index] ?? ''
      const title = parts[index]?.title ?? ''
      const left = gone.filter((other) => !taken.has(other))
      const renamed = isNew(one, index) ? findRenamed(left, title, isOnlyNew) : undefined
      if (renamed) taken.add(renamed)
      const id = one.id || byName.get(name)?.id || renamed?.id || makeNumber(kind)
      if (renamed && owner === 0) renamedItems.push({ kind, id, from: renamed.name, to: name })
      assigned.push({ kind, owner, name, id, isCurrent: true, title })
      return { ...one, id }
    })
  }
  return { number, assigned, renamedItems }
}

const bySlug = ({ slug }: { slug: string }) => ({ name: slug })
const byText = ({ name }: { name: Given }) => ({ name: pickText(name, LOCALES[0]) })
const byTime = ({ starts, hall }: { starts: string; hall: string }) => ({
  name: `${starts} ${hall}`,
})

/** A folder with a number for everything that needs one, and the names that have them. */
export function numberContent(
  folder: ContentFolder,
  book: NumberBook,
): { folder: ContentFolder; names: NumberedName[]; renamed: RenamedItem[] } {
  const highest = new Map<NumberedKind, number>()
  const { number, assigned, renamedItems } = createAssigner({
    names: book.names,
    // No number that a file claims is assigned to something else.
    highest(kind) {
      return Math.max(book.highest(kind), highest.get(kind) ?? 0)
    },
  })
  for (const { kind, id } of listNumbered(folder)) {
    highest.set(kind, Math.max(highest.get(kind) ?? 0, id))
  }
  const { items } = folder
  const site = folder.single['site.yaml']
  const banners = folder.single['banners.yaml']
  const titled =
    (titleOf: (title: Given) => string) =>
    ({ slug, ...one }: { slug: string; title?: Given; name?: Given }) => ({
      name: slug,
      title: titleOf(one.title ?? one.name ?? {}),
    })
  const byTitle = titled((title) => pickText(title, LOCALES[0]))
  const venues = number('venue', 0, site.venues, bySlug).map((venue) => ({
    ...venue,
    halls: number('hall', 0, venue.halls, bySlug),
  }))
  const numbered: ContentFolder = {
    ...folder,
    single: {
      ...folder.single,
      'site.yaml': {
        ...site,
        venues,
        cities: number('city', 0, site.cities, bySlug),
        genres: number('genre', 0, site.genres, bySlug),
        disciplines: number('discipline', 0, site.disciplines, bySlug),
        course_categories: number('category', 0, site.course_categories, bySlug),
        links: number('link', 0, site.links, ({ href }) => ({ name: href })),
        member_packages: number('member package', 0, site.member_packages, byText),
      },
      'banners.yaml': {
        ...banners,
        banners: number('banner', 0, banners.banners, ({ title }) => ({
          name: pickText(title, LOCALES[0]),
        })),
      },
    },
    items: {
      artists: number('artists', 0, items.artists, byTitle),
      performances: number('performances', 0, items.performances, byTitle).map((one) => ({
        ...one,
        tiers: number('tier', one.id, one.tiers, byText),
        shows: number('show', one.id, one.shows, byTime),
      })),
      courses: number('courses', 0, items.courses, byTitle).map((one) => ({
        ...one,
        packages: number('course package', one.id, one.packages, byText),
        dates: number('course date', one.id, one.dates, byTime),
      })),
      activities: number('activities', 0, items.activities, byTitle).map((one) => ({
        ...one,
        dates: number('activity date', one.id, one.dates, byTime),
      })),
      'artist-news': number('artist-news', 0, items['artist-news'], byTitle),
      'course-news': number('course-news', 0, items['course-news'], byTitle),
      'performance-news': number('performance-news', 0, items['performance-news'], byTitle),
      'business-cases': number('business-cases', 0, items['business-cases'], byTitle),
    },
  }
  return { folder: numbered, names: assigned, renamed: renamedItems }
}

interface NumberedField {
  kind: NumberedKind
  file: string
  /** Where the number stands in the file. */
  field: string
  /** 0 where the file has none. */
  id: number
}

function* listIds(
  kind: NumberedKind,
  file: string,
  field: string,
  list: readonly Numbered[],
): Generator<NumberedField> {
  for (const [index, { id }] of list.entries()) {
    yield { kind, file, field: `${field}.${index}.id`, id }
  }
}

/** Lists every thing of a folder that has a number. */
export function* listNumbered({ single, items }: ContentFolder): Generator<NumberedField> {
  const site = single['site.yaml']
  yield* listIds('city', 'site.yaml', 'cities', site.cities)
  yield* listIds('venue', 'site.yaml', 'venues', site.venues)
  for (const [index, { halls }] of site.venues.entries()) {
    yield* listIds('hall', 'site.yaml', `venues.${index}.halls`, halls)
  }
  yield* listIds('genre', 'site.yaml', 'genres', site.genres)
  yield* listIds('discipline', 'site.yaml', 'disciplines', site.disciplines)
  yield* listIds('category', 'site.yaml', 'course_categories', site.course_categories)
  yield* listIds('link', 'site.yaml', 'links', site.links)
  yield* listIds('member package', 'site.yaml', 'member_packages', site.member_packages)
  yield* listIds('banner', 'banners.yaml', 'banners', single['banners.yaml'].banners)
  for (const kind of ITEM_KINDS) {
    for (const { slug, id } of items[kind]) {
      yield { kind, file: nameFile(kind, slug), field: 'id', id }
    }
  }
  for (const { slug, tiers, shows } of items.performances) {
    const file = nameFile('performances', slug)
    yield* listIds('tier', file, 'tiers', tiers)
    yield* listIds('show', file, 'shows', shows)
  }
  for (const { slug, packages, dates } of items.courses) {
    const file = nameFile('courses', slug)
    yield* listIds('course package', file, 'packages', packages)
    yield* listIds('course date', file, 'dates', dates)
  }
  for (const { slug, dates } of items.activities) {
    yield* listIds('activity date', nameFile('activities', slug), 'dates', dates)
  }
}
