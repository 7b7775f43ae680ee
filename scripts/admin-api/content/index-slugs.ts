import type { Faults } from './faults.ts'
import type { ContentFolder } from './read-folder.ts'

interface Entry {
  id: number
  slug: string
  published?: boolean
  file: string
}

/** Numbers of everything that files refer to by slug. */
export interface SlugIndex {
  city: ReadonlyMap<string, Entry>
  hall: ReadonlyMap<string, Entry>
  genre: ReadonlyMap<string, Entry>
  discipline: ReadonlyMap<string, Entry>
  category: ReadonlyMap<string, Entry>
  artist: ReadonlyMap<string, Entry>
  performance: ReadonlyMap<string, Entry>
  course: ReadonlyMap<string, Entry>
}

function index(entries: readonly Entry[], noun: string, faults: Faults) {
  const map = new Map<string, Entry>()
  for (const entry of entries) {
    if (map.has(entry.slug)) {
      faults.add(entry.file, 'slug', `${noun} "${entry.slug}" exists twice`)
    }
    map.set(entry.slug, entry)
  }
  return map
}

export function indexSlugs({ single, items }: ContentFolder, faults: Faults): SlugIndex {
  const site = single['site.yaml']
  const inSite = <T extends { id: number; slug: string }>(list: T[]) =>
    list.map((entry) => ({ ...entry, file: 'site.yaml' }))
  const inFolder = <T extends { id: number; slug: string }>(folder: string, list: T[]) =>
    list.map((entry) => ({ ...entry, file: `${folder}/${entry.slug}.yaml` }))
  return {
    city: index(inSite(site.cities), 'city', faults),
    hall: index(inSite(site.venues.flatMap((venue) => venue.halls)), 'hall', faults),
    genre: index(inSite(site.genres), 'genre', faults),
    discipline: index(inSite(site.disciplines), 'discipline', faults),
    category: index(inSite(site.course_categories), 'category', faults),
    artist: index(inFolder('artists', items.artists), 'artist', faults),
    performance: index(inFolder('performances', items.performances), 'performance', faults),
    course: index(inFolder('courses', items.courses), 'course', faults),
  }
}
