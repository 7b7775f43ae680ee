import type { Faults } from './faults.ts'
import type { ContentFolder } from './read-folder.ts'
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
/** Finds entries by their slug. */
export interface SlugLookup {
  get(slug: string): Entry | undefined
  has(slug: string): boolean
  hasId(id: number): boolean
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

/** Ids of everything that files refer to by slug. */
export type SlugIndex = Record<Noun, SlugLookup>

function index(entries: readonly FileEntry[], noun: string, faults: Faults): SlugLookup {
  const map = new Map<string, FileEntry>()
  for (const entry of entries) {
    const first = map.get(entry.slug)
    if (first) {
      const message = `The ${noun} "${entry.slug}" exists twice: ${first.field} is the same. Give one of them another slug.`
      faults.add(entry.file, entry.field, message)
    }
    map.set(entry.slug, entry)
  }
  const ids = new Set(entries.map(({ id }) => id))
  return {
    get: (slug) => map.get(slug),
    has: (slug) => map.has(slug),
    hasId: (id) => ids.has(id),
  }
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
  const inFolder = <T extends Window & { id: number; slug: string }>(folder: string, list: T[]) =>
    list.map((one) => ({
      id: one.id,
      slug: one.slug,
      window: one,
      file: `${folder}/${one.slug}.yaml`,
      field: 'slug',
    }))
  return {
    city: index(inSite('cities', site.cities), 'city', faults),
    hall: index(halls, 'hall', faults),
    genre: index(inSite('genres', site.genres), 'genre', faults),
    discipline: index(inSite('disciplines', site.disciplines), 'discipline', faults),
    category: index(inSite('course_categories', site.course_categories), 'category', faults),
    artist: index(inFolder('artists', items.artists), 'artist', faults),
    performance: index(inFolder('performances', items.performances), 'performance', faults),
    course: index(inFolder('courses', items.courses), 'course', faults),
    activity: index(inFolder('activities', items.activities), 'activity', faults),
    'artist news': index(inFolder('artist-news', items['artist-news']), 'news', faults),
    'course news': index(inFolder('course-news', items['course-news']), 'news', faults),
    'performance news': index(
      inFolder('performance-news', items['performance-news']),
      'news',
      faults,
    ),
  }
}
