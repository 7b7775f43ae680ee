import { venueTimeZone } from '#i18n/format.ts'
import type { Reader } from '../db/open.ts'
import { inTimeZone } from '../venue-time.ts'
import { findMediaUses } from './list-files.ts'
import { planOne, type PlanContext, type Planned } from './plan.ts'
import { validateSource, type SourceKind } from './sources.ts'
import { listReferencing, readMediaFiles, type StoredSource } from './stored-sources.ts'

/** Kinds whose rows depend on the visibility of items of another kind. */
const REFERENCED_BY: Partial<Record<SourceKind, readonly SourceKind[]>> = {
  artists: ['performances', 'pages'],
  performances: ['artists', 'pages'],
}

/** Lists the items and pages whose rows depend on the visibility of an item. */
export const listDependents = (db: Reader, { kind, slug }: StoredSource): Promise<StoredSource[]> =>
  listReferencing(db, REFERENCED_BY[kind] ?? [], slug)

/**
 * Plans the rows of stored content.
 * @param timeZone the venue's time zone, for relative times
 * @throws ContentError if it does not match the current schema
 */
export async function planUnchanged(
  db: Reader,
  source: StoredSource,
  shared: Omit<PlanContext, 'media'>,
  timeZone = venueTimeZone(),
): Promise<Planned> {
  const data = validateSource(source, source.data)
  const sources = findMediaUses(data).map((use) => use.source)
  const context = { ...shared, media: await readMediaFiles(db, source.media, sources) }
  return inTimeZone(timeZone, () => planOne(context, source, data))
}
