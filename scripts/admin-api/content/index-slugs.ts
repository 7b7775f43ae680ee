import type { Faults } from './faults.ts'
import type { ContentFolder } from './read-folder.ts'
import type { ItemKind } from './format.ts'
import type { Window } from './visibility.ts'

/** The target of a slug. */
export interface Entry {
  id: number
  /** Publication period; undefined if it is always public. */
  window?: Window
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

/** Indexes the kinds of items that files refer to. */
export const indexByNoun = (index: (kind: ItemKind) => SlugLookup) => ({
  artist: index('artists'),
  performance: index('performances'),
  course: index('courses'),
  activity: index('activities'),
  'artist news': index('artist-news'),
  'course news': index('course-news'),
  'performance news': index('performance-news'),
})

interface SiteEntry {
  id: number
  slug: string
  /** Path of the slug in `site.yaml`. */
  field: string
}

export function indexSlugs({ single, items }: ContentFolder, faults: Faults): SlugIndex {
  const site = single['site.yaml']
  const listEntries = (field: string, list: { id: number; slug: string }[]): SiteEntry[] =>
    list.map(({ id, slug }, position) => ({ id, slug, field: `${field}.${position}.slug` }))
  const halls = site.venues.flatMap((venue, position) => {
    return listEntries(`venues.${position}.halls`, venue.halls)
  })

  function indexSite(noun: Noun, entries: readonly SiteEntry[]): SlugLookup {
    const seen = new Map<string, SiteEntry>()
    for (const entry of entries) {
      const first = seen.get(entry.slug)
      if (first) {
        const message = `The ${noun} "${entry.slug}" exists twice: ${first.field} is the same. Give one of them another slug.`
        faults.add('site.yaml', entry.field, message)
      }
      seen.set(entry.slug, entry)
    }
    return createLookup(entries)
  }
  return {
    city: indexSite('city', listEntries('cities', site.cities)),
    hall: indexSite('hall', halls),
    genre: indexSite('genre', listEntries('genres', site.genres)),
    discipline: indexSite('discipline', listEntries('disciplines', site.disciplines)),
    category: indexSite('category', listEntries('course_categories', site.course_categories)),
    ...indexByNoun((kind) => {
      const list: readonly (Window & { id: number; slug: string })[] = items[kind]
      return createLookup(list.map((one) => ({ id: one.id, slug: one.slug, window: one })))
    }),
  }
}
