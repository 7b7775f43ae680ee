import type { Locale } from '#api/language.ts'
import type { VisitPlace } from '#api/order.ts'
import type { Place, Ref } from '#api/primitives.ts'
import { readJson, type Json } from '../../db/json.ts'
import type { Reader } from '../../db/open.ts'
import type { Local } from '../../db/tables.ts'
import { formatTime } from '../../venue-time.ts'

export const pickName = (name: Json<Local>, lang: Locale): string => readJson(name)[lang]

const readHalls = (db: Reader) =>
  db
    .selectFrom('hall')
    .innerJoin('venue', 'venue.id', 'hall.venue_id')
    .innerJoin('city', 'city.id', 'venue.city_id')
    .select([
      'hall.id as hall_id',
      'hall.name as hall_name',
      'venue.id as venue_id',
      'venue.name as venue_name',
      'venue.address',
      'venue.transport',
      'city.id as city_id',
      'city.name as city_name',
    ])
    .execute()
type Hall = Awaited<ReturnType<typeof readHalls>>[number]

const describePlace = (hall: Hall, lang: Locale): Place => ({
  city: { id: hall.city_id, name: pickName(hall.city_name, lang) },
  venue: { id: hall.venue_id, name: pickName(hall.venue_name, lang) },
  hall: { id: hall.hall_id, name: pickName(hall.hall_name, lang) },
  address: pickName(hall.address, lang),
})

/** All places by the id of their hall. */
export async function loadPlaces(db: Reader, lang: Locale): Promise<Map<number, Place>> {
  const halls = await readHalls(db)
  return new Map(halls.map((hall) => [hall.hall_id, describePlace(hall, lang)]))
}

/** All places by the id of their hall, with directions. */
export async function loadVisitPlaces(db: Reader, lang: Locale): Promise<Map<number, VisitPlace>> {
  const halls = await readHalls(db)
  return new Map(
    halls.map((hall) => {
      const transport = pickName(hall.transport, lang)
      return [hall.hall_id, { ...describePlace(hall, lang), transport }]
    }),
  )
}

/** The place of a hall. @throws Error for an unknown hall, which foreign keys prevent */
export function findPlace<P extends Place>(places: ReadonlyMap<number, P>, hallId: number): P {
  const place = places.get(hallId)
  if (!place) throw new Error(`no place for hall ${hallId}`)
  return place
}

/** The times and the place of a show or date. */
export const readOccasion = (
  row: { starts_at: number; ends_at: number; hall_id: number },
  places: ReadonlyMap<number, Place>,
) => ({
  starts_at: formatTime(row.starts_at),
  ends_at: formatTime(row.ends_at),
  place: findPlace(places, row.hall_id),
})

/** Published cities, genres or disciplines in their configured order. */
export async function loadRefs(
  db: Reader,
  table: 'city' | 'genre' | 'discipline',
  lang: Locale,
): Promise<Ref[]> {
  const rows = await db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('published', '=', 1)
    .orderBy('position')
    .execute()
  return rows.map(({ id, name }) => ({ id, name: pickName(name, lang) }))
}

/** Removes items with duplicate ids; keeps the order of first appearance. */
export function uniqueById<T extends { id: number }>(list: readonly T[]): T[] {
  return [...new Map(list.map((item) => [item.id, item])).values()]
}
