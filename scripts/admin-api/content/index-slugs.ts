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

const listEntries = (field: string, list: { id: number; slug: string }[]): SiteEntry[] =>
  list.map(({ id, slug }, position) => ({ id, slug, field: `${field}.${position}.slug` }))

/** Lists the entries of `site.yaml` that files refer to by slug. */
export const listSiteEntries = (site: ContentFolder['single']['site.yaml']) => ({
  city: listEntries('cities', site.cities),
  hall: site.venues.flatMap(({ halls }, index) => listEntries(`venues.${index}.halls`, halls)),
  genre: listEntries('genres', site.genres),
  discipline: listEntries('disciplines', site.disciplines),
  category: listEntries('course_categories', site.course_categories),
})

/** Entries of `site.yaml` that files refer to by slug. */
export type SiteNoun = keyof ReturnType<typeof listSiteEntries>
export type Noun = SiteNoun | keyof ReturnType<typeof indexByNoun>

/** Ids of everything that files refer to by slug. */
export type SlugIndex = Record<Noun, SlugLookup>

export function indexSlugs({ single, items }: ContentFolder, faults: Faults): SlugIndex {
  const entries = listSiteEntries(single['site.yaml'])

  function indexSite(noun: SiteNoun): SlugLookup {
    const seen = new Map<string, SiteEntry>()
    for (const entry of entries[noun]) {
      const first = seen.get(entry.slug)
      if (first) {
        const message = `The ${noun} "${entry.slug}" exists twice: ${first.field} is the same. Give one of them another slug.`
        faults.add('site.yaml', entry.field, message)
      }
      seen.set(entry.slug, entry)
    }
    return createLookup(entries[noun])
  }
  return {
    city: indexSite('city'),
    hall: indexSite('hall'),
    genre: indexSite('genre'),
    discipline: indexSite('discipline'),
    category: indexSite('category'),
    ...indexByNoun((kind) => {
      const list: readonly (Window & { id: number; slug: string })[] = items[kind]
      return createLookup(list.map((one) => ({ id: one.id, slug: one.slug, window: one })))
    }),
  }
}
