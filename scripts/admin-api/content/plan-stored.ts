import { SECTIONS } from '#api/sections.ts'
import { getVenueTimeZone } from '#i18n/format.ts'
import type { Reader } from '../db/open.ts'
import { readTimeSetting } from '../db/settings.ts'
import { inTimeZone } from '../venue-time.ts'
import type { PlannedSource } from './apply.ts'
import { findMediaUses } from './list-files.ts'
import { planOne, type PlanContext } from './plan.ts'
import type { SourceKind } from './format.ts'
import { validateSource } from './sources.ts'
import { readStoredSlugs } from './stored-slugs.ts'
import {
  listReferencing,
  readMediaFiles,
  readStoredLegal,
  readStoredSite,
  type StoredSource,
} from './stored-sources.ts'
import type { Viewpoint } from './visibility.ts'

/** The context for planning stored content; the media files differ by item. */
export type SharedContext = Omit<PlanContext, 'media'>

export const readSharedContext = async (
  db: Reader,
  { now, audience }: Omit<Viewpoint, 'firstStart'>,
): Promise<SharedContext> => ({
  now,
  audience,
  firstStart: (await readTimeSetting(db, 'first_start')) ?? now,
  slugs: await readStoredSlugs(db),
  legal: await readStoredLegal(db),
  sections: (await readStoredSite(db))?.sections ?? SECTIONS,
})

/** Adds the media files of an item to the context. @param data the item in its new state */
export async function withMedia(
  db: Reader,
  shared: SharedContext,
  { media }: StoredSource,
  data: object,
): Promise<PlanContext> {
  const sources = findMediaUses(data).map(({ source }) => source)
  return { ...shared, media: await readMediaFiles(db, media, sources) }
}

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
  shared: SharedContext,
  timeZone = getVenueTimeZone(),
): Promise<PlannedSource> {
  const data = validateSource(source, source.data)
  const context = await withMedia(db, shared, source, data)
  const planned = inTimeZone(timeZone, () => planOne(context, source, data))
  return { ...planned, edits: source.edits }
}
