import type { Faults } from './faults.ts'
import type { ContentFolder } from './read-folder.ts'
import type { Window } from './visibility.ts'

/** What a slug stands for. */
export interface Entry {
  id: number
  /** When it is public; left out for what always is. */
  window?: Window
}
interface FileEntry extends Entry {
  slug: string
  file: string
}
/** Finds things by their slug. */
export interface SlugLookup {
  get(slug: string): Entry | undefined
  has(slug: string): boolean
  hasNumber(id: number): boolean
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

/** Numbers of everything that files refer to by slug. */
export type SlugIndex = Record<Noun, SlugLookup>

function index(entries: readonly FileEntry[], noun: string, faults: Faults): SlugLookup {
  const map = new Map<string, FileEntry>()
  for (const entry of entries) {
    if (map.has(entry.slug)) {
      faults.add(entry.file, 'slug', `The ${noun} "${entry.slug}" exists twice.`)
    }
    map.set(entry.slug, entry)
  }
  const numbers = new Set(entries.map(({ id }) => id))
  return {
    get: (slug) => map.get(slug),
    has: (slug) => map.has(slug),
    hasNumber: (id) => numbers.has(id),
  }
}

export function indexSlugs({ single, items }: ContentFolder, faults: Faults): SlugIndex {
  const site = single['site.yaml']
  const inSite = <T extends { id: number; slug: string }>(list: T[]) =>
    list.map((entry) => ({ ...entry, file: 'site.yaml' }))
  const inFolder = <T extends Window & { id: number; slug: string }>(folder: string, list: T[]) =>
    list.map((one) => ({
      id: one.id,
      slug: one.slug,
      window: one,
      file: `${folder}/${one.slug}.yaml`,
    }))
  return {
    city: index(inSite(site.cities), 'city', faults),
    hall: index(inSite(site.venues.flatMap((venue) => venue.halls)), 'hall', faults),
    genre: index(inSite(site.genres), 'genre', faults),
    discipline: index(inSite(site.disciplines), 'discipline', faults),
    category: index(inSite(site.course_categories), 'category', faults),
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
