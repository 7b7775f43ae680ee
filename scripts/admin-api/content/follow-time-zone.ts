import { DEFAULT_TIME_ZONE } from '#api/primitives.ts'
import type { Reader } from '../db/open.ts'
import { readSetting } from '../db/settings.ts'
import { setVenueTimeZone } from '../venue-time.ts'
import { readStoredSite } from './stored-sources.ts'

/** Sets the time zone of this process to that of the imported content. */
export async function followTimeZone(db: Reader): Promise<void> {
  setVenueTimeZone((await readStoredSite(db))?.time_zone ?? DEFAULT_TIME_ZONE)
}

/** Returns a function that updates the time zone of this process if the content has changed. */
export function createTimeZoneFollower(db: Reader): () => Promise<void> {
  let appliedVersion: string | null | undefined
  return async () => {
    const version = await readSetting(db, 'content_version')
    if (version === appliedVersion) return
    await followTimeZone(db)
    appliedVersion = version
  }
}
