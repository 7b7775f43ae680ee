import type { Faults } from './faults.ts'
import type { ItemKind } from './format.ts'
import type { ContentFolder } from './read-folder.ts'
import { nameFile } from './sources.ts'
import type { Window } from './visibility.ts'

/** The target of a slug. */
export interface Entry {
  id: number
  /** Publication period; undefined if it is always public. */
  window?: Window
}
interface FileEntry extends Entry {
  slug: string
  file: string
  /** Path of the slug in the file. */
  field: string
}
export type Noun =
  | 'city'
  | 'hall'
  | 'genre'
  | 'discipline'
  | 'category'
  | 'artist'
  | 'performance'
  | 'course'
  | 'activity'
  | 'artist news'
  | 'course news'
  | 'performance news'

/** Finds entries by their slug. */
export function createLookup(entries: readonly (Entry & { slug: string })[]) {
  const bySlug = new Map(entries.map((entry) => [entry.slug, entry]))
  const ids = new Set(entries.map(({ id }) => id))
  return {
    get: (slug: string): Entry | undefined => bySlug.get(slug),
    has: (slug: string): boolean => bySlug.has(slug),
    hasId: (id: number): boolean => ids.has(id),
  }
}
export type SlugLookup = ReturnType<typeof createLookup>

/** Ids of everything that files refer to by slug. */
export type SlugIndex = Record<Noun, SlugLookup>

function index(entries: readonly FileEntry[], noun: string, faults: Faults): SlugLookup {
  const seen = new Map<string, FileEntry>()
  for (const entry of entries) {
    const first = seen.get(entry.slug)
    if (first) {
      const message = `The ${noun} "${entry.slug}" exists twice: ${first.field} is the same. Give one of them another slug.`
      faults.add(entry.file, entry.field, message)
    }
    seen.set(entry.slug, entry)
  }
  return createLookup(entries)
}

export function indexSlugs({ single, items }: ContentFolder, faults: Faults): SlugIndex {
  const site = single['site.yaml']
  const inSite = (field: string, list: { id: number; slug: string }[]) =>
    list.map(({ id, slug }, position) => {
      return { id, slug, file: 'site.yaml', field: `${field}.${position}.slug` }
    })
  const halls = site.venues.flatMap((venue, position) => {
    return inSite(`venues.${position}.halls`, venue.halls)
  })
  const indexFolder = (kind: ItemKind, noun: string) => {
    const list: readonly (Window & { id: number; slug: string })[] = items[kind]
    const entries = list.map((one) => {
      const file = nameFile(kind, one.slug)
      return { id: one.id, slug: one.slug, window: one, file, field: 'slug' }
    })
    return index(entries, noun, faults)
  }
  return {
    city: index(inSite('cities', site.cities), 'city', faults),
    hall: index(halls, 'hall', faults),
    genre: index(inSite('genres', site.genres), 'genre', faults),
    discipline: index(inSite('disciplines', site.disciplines), 'discipline', faults),
    category: index(inSite('course_categories', site.course_categories), 'category', faults),
    artist: indexFolder('artists', 'artist'),
    performance: indexFolder('performances', 'performance'),
    course: indexFolder('courses', 'course'),
    activity: indexFolder('activities', 'activity'),
    'artist news': indexFolder('artist-news', 'news'),
    'course news': indexFolder('course-news', 'news'),
    'performance news': indexFolder('performance-news', 'news'),
  }
}
