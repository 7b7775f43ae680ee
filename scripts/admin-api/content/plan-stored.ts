import type { Reader } from '../db/open.ts'
import { findMediaUses } from './list-files.ts'
import { planOne, type PlanContext, type Planned } from './plan.ts'
import type { ContentFolder } from './read-folder.ts'
import { findPageFile, type SourceKind } from './sources.ts'
import { listNaming, readMediaOf, type StoredSource } from './stored-sources.ts'
import { validateSource } from './validate-source.ts'

/** Whose rows depend on whether another item is shown. */
const NAMED_BY: Partial<Record<SourceKind, readonly SourceKind[]>> = {
  artists: ['performances', 'pages'],
  performances: ['artists', 'pages'],
}

/** Pieces of content whose rows depend on whether an item is shown. */
export const listDependents = (db: Reader, { kind, slug }: StoredSource): Promise<StoredSource[]> =>
  listNaming(db, NAMED_BY[kind] ?? [], slug)

/** The rows of stored content as it stands. @throws ContentError when its form is no longer known */
export async function planUnchanged(
  db: Reader,
  source: StoredSource,
  shared: Omit<PlanContext, 'media'>,
): Promise<Planned> {
  const { kind, slug } = source
  const data = validateSource(source, source.data)
  const sources = findMediaUses(data).map((use) => use.source)
  const context = { ...shared, media: await readMediaOf(db, source.media, sources) }
  const single = kind === 'pages' ? { [findPageFile(slug)]: data } : {}
  const items = kind === 'pages' ? {} : { [kind]: [{ ...data, slug }] }
  // The one part that is planned has the form of its schema.
  return planOne(context, { root: '', single, items } as unknown as ContentFolder, source)
}
