import type { Database } from '../db/open.ts'
import type { Faults } from './faults.ts'
import type { ContentFolder } from './read-folder.ts'

/** Places that are taken, and how many of these the content counted at the last import. */
interface Taken {
  taken: number
  before: number
}

function readTaken(db: Database, sql: string, ...ids: number[]): Taken | null {
  const row = db.prepare(sql).get(...ids)
  return row ? { taken: Number(row['taken']), before: Number(row['before']) } : null
}

/**
 * Checks that no price level, course date or activity gets fewer places than are sold, booked or held:
 * orders hold on to them.
 */
export function checkPlaces(db: Database, { items }: ContentFolder, faults: Faults): void {
  function check(file: string, field: string, places: number, given: number, found: Taken | null) {
    const taken = found ? found.taken + given - found.before : 0
    // Fewer places than the file itself counts as taken are a fault of the file alone.
    if (places >= taken || places < given) return
    faults.add(
      file,
      field,
      `${places} places are too few: ${taken} are taken by orders. Write ${taken} or more, or refund orders first.`,
    )
  }
  const tier = `SELECT held + sold AS taken, sold_before AS before FROM show_tier
    WHERE show_id = ? AND tier_id = ?`
  const date = `SELECT held + booked AS taken, booked_before AS before FROM course_date WHERE id = ?`
  const activity = `SELECT taken, taken_before AS before FROM activity WHERE id = ?`

  for (const { slug, shows, tiers } of items.performances) {
    for (const [index, show] of shows.entries()) {
      for (const [position, { id }] of tiers.entries()) {
        const field = `shows.${index}.stock.${position}`
        const [places = 0, given = 0] = [show.stock[position], show.sold[position]]
        const found = readTaken(db, tier, show.id, id)
        check(`performances/${slug}.yaml`, field, places, given, found)
      }
    }
  }
  for (const { slug, dates } of items.courses) {
    for (const [index, { id, places, booked }] of dates.entries()) {
      const found = readTaken(db, date, id)
      check(`courses/${slug}.yaml`, `dates.${index}.places`, places, booked, found)
    }
  }
  for (const { slug, id, places, taken } of items.activities) {
    check(`activities/${slug}.yaml`, 'places', places, taken, readTaken(db, activity, id))
  }
}
