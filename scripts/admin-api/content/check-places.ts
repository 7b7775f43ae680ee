import { formatCount } from '../../lib/format-count.ts'
import type { Reader } from '../db/open.ts'
import type { Faults } from './faults.ts'
import type { ContentFolder } from './read-folder.ts'
import { nameFile } from './sources.ts'

/** Number of taken places, and how many of them the content stated at the last import. */
interface Taken {
  taken: number
  before: number
}

/** Places taken by orders and applications. */
export interface TakenPlaces {
  ofTier(showId: number, tierId: number): Taken | undefined
  /** Tickets of orders for a show that is not marked as moved. */
  ofShow(showId: number): number
  ofDate(dateId: number): Taken | undefined
  ofActivity(activityId: number): Taken | undefined
}

/** For a database without sales. */
export const NOTHING_TAKEN: TakenPlaces = {
  ofTier: () => undefined,
  ofShow: () => 0,
  ofDate: () => undefined,
  ofActivity: () => undefined,
}

/** Reads the taken places. @param itemId limits the result to items with this id; null for all */
export async function readTakenPlaces(db: Reader, itemId: number | null): Promise<TakenPlaces> {
  const tiers = await db
    .selectFrom('show_tier')
    .innerJoin('show', 'show.id', 'show_tier.show_id')
    .select(['show_id', 'tier_id', 'held', 'sold', 'sold_before as before', 'show.moved'])
    .$if(itemId !== null, (all) => all.where('show.performance_id', '=', itemId))
    .execute()
  const dates = await db
    .selectFrom('course_date')
    .select(['id', 'held', 'booked', 'booked_before as before'])
    .$if(itemId !== null, (all) => all.where('course_id', '=', itemId))
    .execute()
  const activities = await db
    .selectFrom('activity')
    .select(['id', 'taken', 'taken_before as before'])
    .$if(itemId !== null, (all) => all.where('id', '=', itemId))
    .execute()
  const byTier = new Map(
    tiers.map(({ show_id, tier_id, held, sold, before }) => {
      return [`${show_id} ${tier_id}`, { taken: held + sold, before }]
    }),
  )
  const byShow = Map.groupBy(
    tiers.filter(({ moved }) => moved === 0),
    ({ show_id: showId }) => showId,
  )
  const byDate = new Map(
    dates.map(({ id, held, booked, before }) => [id, { taken: held + booked, before }]),
  )
  const byActivity = new Map(activities.map(({ id, ...taken }) => [id, taken]))
  return {
    ofTier: (showId, tierId) => byTier.get(`${showId} ${tierId}`),
    ofShow: (showId) =>
      (byShow.get(showId) ?? []).reduce((all, { held, sold, before }) => {
        return all + held + sold - before
      }, 0),
    ofDate: (id) => byDate.get(id),
    ofActivity: (id) => byActivity.get(id),
  }
}

/**
 * Checks that no price level, course date or activity has fewer places than are sold, booked or held, and that
 * no show is marked as moved whose tickets would stay at the old time.
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
    takenBefore: number,
    stored: Taken | undefined,
  ) {
    const taken = stored ? stored.taken + takenBefore - stored.before : 0
    // A contradiction within the file is reported by other checks.
    if (places >= taken || places < takenBefore) return
    faults.add(
      file,
      field,
      `${places} places are too few: ${taken} are taken by orders. Write ${taken} or more, or refund orders first.`,
    )
  }
  for (const { slug, shows, tiers } of items.performances) {
    for (const [index, show] of shows.entries()) {
      const tickets = show.moved && !show.cancelled ? takenPlaces.ofShow(show.id) : 0
      if (tickets > 0) {
        faults.add(
          nameFile('performances', slug),
          `shows.${index}.moved`,
          `Orders have ${formatCount(tickets, 'ticket')} of this show, which would stay at the old time. Change "starts" instead: it moves the show with its tickets, and notifies the buyers.`,
        )
      }
      for (const [position, { id }] of tiers.entries()) {
        const field = `shows.${index}.stock.${position}`
        const [places = 0, sold = 0] = [show.stock[position], show.sold[position]]
        const stored = takenPlaces.ofTier(show.id, id)
        check(nameFile('performances', slug), field, places, sold, stored)
      }
    }
  }
  for (const { slug, dates } of items.courses) {
    for (const [index, { id, places, booked }] of dates.entries()) {
      const stored = takenPlaces.ofDate(id)
      check(nameFile('courses', slug), `dates.${index}.places`, places, booked, stored)
    }
  }
  for (const { slug, id, places, taken } of items.activities) {
    check(nameFile('activities', slug), 'places', places, taken, takenPlaces.ofActivity(id))
  }
}
