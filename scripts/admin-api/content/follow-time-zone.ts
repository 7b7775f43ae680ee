import { DEFAULT_TIME_ZONE } from '#api/primitives.ts'
import type { Database } from '../db/open.ts'
import { setVenueTimeZone } from '../venue-time.ts'

/** Sets the zone of this process to the one that the imported content names. */
export function followTimeZone(db: Database): void {
  const sql = `SELECT json_extract(data, '$.site.time_zone') AS zone FROM page WHERE key = 'site'`
  setVenueTimeZone(String(db.prepare(sql).get()?.['zone'] ?? DEFAULT_TIME_ZONE))
}
