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
  /** By show and price level: `5 2`. */
  tiers: ReadonlyMap<string, Taken>
  /** Tickets of orders by show, without shows that are marked as moved. */
  shows: ReadonlyMap<number, number>
  dates: ReadonlyMap<number, Taken>
  activities: ReadonlyMap<number, Taken>
}

/** Reads the taken places. @param itemId limits the result to items with this id; null for all */
export async function readTakenPlaces(db: Reader, itemId: number | null): Promise<TakenPlaces> {
  const tiers = await db
    .selectFrom('show_tier')
    .innerJoin('show', 'show.id', 'show_tier.show_id')
    .select(({ eb }) => [
      'show_id',
      'tier_id',
      'show.moved',
      eb('held', '+', eb.ref('sold')).as('taken'),
      'sold_before as before',
    ])
    .$if(itemId !== null, (all) => all.where('show.performance_id', '=', itemId))
    .execute()
  const dates = await db
    .selectFrom('course_date')
    .select(({ eb }) => [
      'id',
      eb('held', '+', eb.ref('booked')).as('taken'),
      'booked_before as before',
    ])
    .$if(itemId !== null, (all) => all.where('course_id', '=', itemId))
    .execute()
  const activities = await db
    .selectFrom('activity')
    .select(['id', 'taken', 'taken_before as before'])
    .$if(itemId !== null, (all) => all.where('id', '=', itemId))
    .execute()
  const shows = new Map<number, number>()
  for (const { show_id, moved, taken, before } of tiers) {
    if (moved === 0) shows.set(show_id, (shows.get(show_id) ?? 0) + taken - before)
  }
  return {
    tiers: new Map(tiers.map((tier) => [`${tier.show_id} ${tier.tier_id}`, tier])),
    shows,
    dates: new Map(dates.map((date) => [date.id, date])),
    activities: new Map(activities.map((activity) => [activity.id, activity])),
  }
}

/**
 * Checks that no price level, course date or activity has fewer places than are sold, booked or held, and that
 * no show is marked as moved whose tickets would stay at the old time.
 */
export function checkPlaces(stored: TakenPlaces, { items }: ContentFolder, faults: Faults): void {
  function check(
    file: string,
    field: string,
    { places, before, own }: { places: number; before: number; own: Taken | undefined },
  ) {
    const taken = own ? own.taken + before - own.before : 0
    // A contradiction within the file is reported by other checks.
    if (places >= taken || places < before) return
    faults.add(
      file,
      field,
      `${places} places are too few: ${taken} are taken by orders. Write ${taken} or more, or refund orders first.`,
    )
  }
  for (const { slug, shows, tiers } of items.performances) {
    for (const [index, show] of shows.entries()) {
      const tickets = show.moved && !show.cancelled ? (stored.shows.get(show.id) ?? 0) : 0
      if (tickets > 0) {
        faults.add(
          nameFile('performances', slug),
          `shows.${index}.moved`,
          `Orders have ${formatCount(tickets, 'ticket')} of this show, which would stay at the old time. Change "starts" instead: it moves the show with its tickets, and notifies the buyers.`,
        )
      }
      for (const [position, { id }] of tiers.entries()) {
        const field = `shows.${index}.stock.${position}`
        const [places = 0, before = 0] = [show.stock[position], show.sold[position]]
        const own = stored.tiers.get(`${show.id} ${id}`)
        check(nameFile('performances', slug), field, { places, before, own })
      }
    }
  }
  for (const { slug, dates } of items.courses) {
    for (const [index, { id, places, booked }] of dates.entries()) {
      const field = `dates.${index}.places`
      const own = stored.dates.get(id)
      check(nameFile('courses', slug), field, { places, before: booked, own })
    }
  }
  for (const { slug, id, places, taken } of items.activities) {
    const own = stored.activities.get(id)
    check(nameFile('activities', slug), 'places', { places, before: taken, own })
  }
}
