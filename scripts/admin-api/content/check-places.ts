import type { Reader } from '../db/open.ts'
import type { Faults } from './faults.ts'
import type { ContentFolder } from './read-folder.ts'
import { nameFile, type SourceKey, type SourceKind } from './sources.ts'

/** Places that are taken, and how many of these the content counted at the last import. */
interface Taken {
  taken: number
  before: number
}

/** Places that orders and applications have taken. */
export interface TakenPlaces {
  ofTier(showId: number, tierId: number): Taken | undefined
  ofDate(dateId: number): Taken | undefined
  ofActivity(activityId: number): Taken | undefined
}

/** Where nothing was sold yet. */
export const NOTHING_TAKEN: TakenPlaces = {
  ofTier: () => undefined,
  ofDate: () => undefined,
  ofActivity: () => undefined,
}

/** Reads which places are taken. @param item the only one that is looked at, null for all */
export async function readTakenPlaces(db: Reader, item: SourceKey | null): Promise<TakenPlaces> {
  const concerns = (kind: SourceKind) => item === null || item.kind === kind
  const itemId = item?.id ?? 0
  const tiers = await db
    .selectFrom('show_tier')
    .innerJoin('show', 'show.id', 'show_tier.show_id')
    .select(['show_id', 'tier_id', 'held', 'sold', 'sold_before as before'])
    .$if(item !== null, (all) => all.where('show.performance_id', '=', itemId))
    .$if(!concerns('performances'), (all) => all.limit(0))
    .execute()
  const dates = await db
    .selectFrom('course_date')
    .select(['id', 'held', 'booked', 'booked_before as before'])
    .$if(item !== null, (all) => all.where('course_id', '=', itemId))
    .$if(!concerns('courses'), (all) => all.limit(0))
    .execute()
  const activities = await db
    .selectFrom('activity')
    .select(['id', 'taken', 'taken_before as before'])
    .$if(item !== null, (all) => all.where('id', '=', itemId))
    .$if(!concerns('activities'), (all) => all.limit(0))
    .execute()
  const byTier = new Map(
    tiers.map(({ show_id, tier_id, held, sold, before }) => {
      return [`${show_id} ${tier_id}`, { taken: held + sold, before }]
    }),
  )
  const byDate = new Map(
    dates.map(({ id, held, booked, before }) => [id, { taken: held + booked, before }]),
  )
  const byActivity = new Map(activities.map(({ id, ...taken }) => [id, taken]))
  return {
    ofTier: (showId, tierId) => byTier.get(`${showId} ${tierId}`),
    ofDate: (id) => byDate.get(id),
    ofActivity: (id) => byActivity.get(id),
  }
}

/**
 * Checks that no price level, course date or activity gets fewer places than are sold, booked or held:
 * orders hold on to them.
 */
export function checkPlaces(
  takenPlaces: TakenPlaces,
  { items }: ContentFolder,
  faults: Faults,
): void {
  function check(
    file: string,
    field: string,
    places: number,
    given: number,
    found: Taken | undefined,
  ) {
    const taken = found ? found.taken + given - found.before : 0
    // Fewer places than the file itself counts as taken are a fault of the file alone.
    if (places >= taken || places < given) return
    faults.add(
      file,
      field,
      `${places} places are too few: ${taken} are taken by orders. Write ${taken} or more, or refund orders first.`,
    )
  }
  for (const { slug, shows, tiers } of items.performances) {
    for (const [index, show] of shows.entries()) {
      for (const [position, { id }] of tiers.entries()) {
        const field = `shows.${index}.stock.${position}`
        const [places = 0, given = 0] = [show.stock[position], show.sold[position]]
        const found = takenPlaces.ofTier(show.id, id)
        check(nameFile('performances', slug), field, places, given, found)
      }
    }
  }
  for (const { slug, dates } of items.courses) {
    for (const [index, { id, places, booked }] of dates.entries()) {
      const found = takenPlaces.ofDate(id)
      check(nameFile('courses', slug), `dates.${index}.places`, places, booked, found)
    }
  }
  for (const { slug, id, places, taken } of items.activities) {
    check(nameFile('activities', slug), 'places', places, taken, takenPlaces.ofActivity(id))
  }
}
