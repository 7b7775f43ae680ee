import * as v from 'valibot'
import type { Reader } from '../db/open.ts'
import {
  createLookup,
  indexByNoun,
  type SiteNoun,
  type SlugIndex,
  type SlugLookup,
} from './index-slugs.ts'
import { WindowSchema } from './visibility.ts'

const WindowColumn = v.pipe(v.string(), v.parseJson(), WindowSchema)
/** Visibility of most items, which are always shown. */
const ALWAYS = '{}'
const parseWindow = (visibility: string) =>
  visibility === ALWAYS ? {} : { window: v.parse(WindowColumn, visibility) }

async function lookUpNamed(db: Reader, table: SiteNoun): Promise<SlugLookup> {
  const shown = db.selectFrom(table).select(['id', 'slug']).where('published', '=', 1)
  return createLookup(await shown.execute())
}

/** Reads the slug index of the stored content. */
export async function readStoredSlugs(db: Reader): Promise<SlugIndex> {
  const sources = await db
    .selectFrom('content_source')
    .select(['kind', 'id', 'slug', 'visibility'])
    .execute()
  const byKind = Map.groupBy(sources, ({ kind }) => kind)
  return {
    city: await lookUpNamed(db, 'city'),
    hall: await lookUpNamed(db, 'hall'),
    genre: await lookUpNamed(db, 'genre'),
    discipline: await lookUpNamed(db, 'discipline'),
    category: await lookUpNamed(db, 'category'),
    ...indexByNoun((kind) => {
      const stored = byKind.get(kind) ?? []
      return createLookup(
        stored.map(({ id, slug, visibility }) => ({ id, slug, ...parseWindow(visibility) })),
      )
    }),
  }
}
