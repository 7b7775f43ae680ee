import type { NewsKind } from '#api/news.ts'
import type { ItemKind } from './format.ts'

// Items and parts with ids: where they are in a content folder, and in the database.

/** The table of each kind of item; for news, the kind in their common table. */
export const ITEM_TABLES = {
  artists: { table: 'artist' },
  performances: { table: 'performance' },
  courses: { table: 'course' },
  activities: { table: 'activity' },
  'artist-news': { news: 'artist' },
  'course-news': { news: 'course' },
  'performance-news': { news: 'performance' },
  'business-cases': { table: 'business_case' },
} as const satisfies Record<ItemKind, { table: string } | { news: NewsKind }>

interface Part {
  /** The page file, kind of item or list of parts that has the list. */
  of: string
  list: string
  /** Null for parts that are only in the content. */
  table: string | null
  /** The column with the id of the item that the part belongs to. */
  owner?: string
}

const PARTS = {
  city: { of: 'site.yaml', list: 'cities', table: 'city' },
  venue: { of: 'site.yaml', list: 'venues', table: 'venue' },
  hall: { of: 'venues', list: 'halls', table: 'hall' },
  genre: { of: 'site.yaml', list: 'genres', table: 'genre' },
  discipline: { of: 'site.yaml', list: 'disciplines', table: 'discipline' },
  category: { of: 'site.yaml', list: 'course_categories', table: 'category' },
  link: { of: 'site.yaml', list: 'links', table: null },
  'member package': { of: 'site.yaml', list: 'member_packages', table: 'member_package' },
  banner: { of: 'banners.yaml', list: 'banners', table: null },
  tier: { of: 'performances', list: 'tiers', table: 'tier', owner: 'performance_id' },
  show: { of: 'performances', list: 'shows', table: 'show', owner: 'performance_id' },
  'course package': {
    of: 'courses',
    list: 'packages',
    table: 'course_package',
    owner: 'course_id',
  },
  'course date': { of: 'courses', list: 'dates', table: 'course_date', owner: 'course_id' },
  'activity date': {
    of: 'activities',
    list: 'dates',
    table: 'activity_date',
    owner: 'activity_id',
  },
} as const satisfies Record<string, Part>
type PartKind = keyof typeof PARTS

/** Kinds of items and parts with ids. */
export const ID_PLACES = { ...ITEM_TABLES, ...PARTS }
export type IdKind = keyof typeof ID_PLACES
// `Object.keys` is typed as string[].
export const ID_KINDS = Object.keys(ID_PLACES) as IdKind[]
const PART_KINDS = Object.keys(PARTS) as PartKind[]

/** Lists the parts of a page file, a kind of item or a list of parts. */
export const listParts = (of: string) =>
  PART_KINDS.map((kind) => ({ kind, ...PARTS[kind] })).filter((part) => part.of === of)
