import type { ContentFolder } from '../read-folder.ts'
import { findId, toName } from './context.ts'
import type { ImportContext } from './context.ts'

/** Writes cities, venues with their halls, genres, disciplines and categories. */
export function writePlaces(
  context: ImportContext,
  site: ContentFolder['single']['site.yaml'],
): void {
  const { write } = context
  const named = (entry: { id: number; slug: string; name: Parameters<typeof toName>[0] }) => ({
    id: entry.id,
    slug: entry.slug,
    name: toName(entry.name),
    published: 1 as const,
  })
  for (const [position, city] of site.cities.entries()) {
    write('city', ['id'], { ...named(city), position })
  }
  for (const [position, venue] of site.venues.entries()) {
    write('venue', ['id'], {
      ...named(venue),
      position,
      city_id: findId(context, 'city', venue.city),
      address: toName(venue.address),
      transport: toName(venue.transport),
    })
    for (const [order, hall] of venue.halls.entries()) {
      const { seats } = hall
      write('hall', ['id'], { ...named(hall), position: order, venue_id: venue.id, seats })
    }
  }
  for (const [position, genre] of site.genres.entries()) {
    write('genre', ['id'], { ...named(genre), position })
  }
  for (const [position, discipline] of site.disciplines.entries()) {
    write('discipline', ['id'], { ...named(discipline), position })
  }
  for (const [position, category] of site.course_categories.entries()) {
    const summary = toName(category.summary)
    write('category', ['id'], { ...named(category), position, summary })
  }
}
