import { DEFAULT_TIME_ZONE } from '#api/primitives.ts'
import type { Reader } from '../db/open.ts'
import { readContentVersion } from '../db/settings.ts'
import { setVenueTimeZone } from '../venue-time.ts'
import { readStoredSite } from './stored-sources.ts'

/** Sets the zone of this process to the one that the imported content names. */
export async function followTimeZone(db: Reader): Promise<void> {
  setVenueTimeZone((await readStoredSite(db))?.time_zone ?? DEFAULT_TIME_ZONE)
}

/** Follows the zone from call to call: it is read again when the content is another one. */
export function createTimeZoneFollower(db: Reader): () => Promise<void> {
  let followed: string | null | undefined
  return async () => {
    const version = await readContentVersion(db)
    if (version === followed) return
    await followTimeZone(db)
    followed = version
  }
}
