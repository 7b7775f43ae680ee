import * as v from 'valibot'
import type { Reader } from '../db/open.ts'
import type { Entry, Noun, SlugIndex, SlugLookup } from './index-slugs.ts'
import type { SourceKind } from './sources.ts'
import { WindowSchema } from './visibility.ts'

const NAMED = ['city', 'hall', 'genre', 'discipline', 'category'] as const satisfies Noun[]
type Named = (typeof NAMED)[number]

const ITEMS: Record<Exclude<Noun, Named>, SourceKind> = {
  artist: 'artists',
  performance: 'performances',
  course: 'courses',
  activity: 'activities',
  'artist news': 'artist-news',
  'course news': 'course-news',
  'performance news': 'performance-news',
}

const WindowColumn = v.pipe(v.string(), v.parseJson(), WindowSchema)
/** Visibility of most items, which are always shown. */
const ALWAYS = '{}'
const parseWindow = (visibility: string) =>
  visibility === ALWAYS ? {} : { window: v.parse(WindowColumn, visibility) }

function createLookup(entries: readonly (Entry & { slug: string })[]): SlugLookup {
  const bySlug = new Map(entries.map((entry) => [entry.slug, entry]))
  const ids = new Set(entries.map(({ id }) => id))
  return {
    get: (slug) => bySlug.get(slug),
    has: (slug) => bySlug.has(slug),
    hasId: (id) => ids.has(id),
  }
}

async function lookUpNamed(db: Reader, table: Named): Promise<SlugLookup> {
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
  const item = (noun: keyof typeof ITEMS) =>
    createLookup(
      (byKind.get(ITEMS[noun]) ?? []).map(({ id, slug, visibility }) => {
        return { id, slug, ...parseWindow(visibility) }
      }),
    )
  return {
    city: await lookUpNamed(db, 'city'),
    hall: await lookUpNamed(db, 'hall'),
    genre: await lookUpNamed(db, 'genre'),
    discipline: await lookUpNamed(db, 'discipline'),
    category: await lookUpNamed(db, 'category'),
    artist: item('artist'),
    performance: item('performance'),
    course: item('course'),
    activity: item('activity'),
    'artist news': item('artist news'),
    'course news': item('course news'),
    'performance news': item('performance news'),
  }
}
