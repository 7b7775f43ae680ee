import type { NewsKind } from '#api/news.ts'
import type { Section } from '#api/sections.ts'
import type { TextKind } from '../db/texts.ts'
import type { ItemKind, PageFile } from './format.ts'

// Items and parts with ids: where they are in a content folder, and in the database.

/**
 * Noun for messages, kind of the stored texts and section of the site, by kind of item. The table of items has the
 * name of their texts; news of all kinds share one, in which their kind is `news`.
 */
export const ITEM_TRAITS = {
  artists: { noun: 'artist', textKind: 'artist', section: 'artists' },
  performances: { noun: 'performance', textKind: 'performance', section: 'performances' },
  courses: { noun: 'course', textKind: 'course', section: 'courses' },
  activities: { noun: 'activity', textKind: 'activity', section: 'activities' },
  'artist-news': { noun: 'artist news', textKind: 'artist_news', section: 'news', news: 'artist' },
  'course-news': { noun: 'course news', textKind: 'course_news', section: 'news', news: 'course' },
  'performance-news': {
    noun: 'performance news',
    textKind: 'performance_news',
    section: 'news',
    news: 'performance',
  },
  'business-cases': { noun: 'business case', textKind: 'business_case', section: 'business' },
} as const satisfies Record<
  ItemKind,
  { noun: string; textKind: TextKind; section: Section; news?: NewsKind }
>

interface Part {
  /** The page file, or the kind of item or part, that has the list. */
  of: PageFile | ItemKind | 'venue'
  list: string
  /** Null for parts that are only in the content. */
  table: string | null
  /** The column with the id of the item that the part belongs to. */
  owner?: string
}

const PARTS = {
  city: { of: 'site.yaml', list: 'cities', table: 'city' },
  venue: { of: 'site.yaml', list: 'venues', table: 'venue' },
  hall: { of: 'venue', list: 'halls', table: 'hall' },
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
export const ID_PLACES = { ...ITEM_TRAITS, ...PARTS }
export type IdKind = keyof typeof ID_PLACES
// `Object.keys` is typed as string[].
export const ID_KINDS = Object.keys(ID_PLACES) as IdKind[]
const PART_KINDS = Object.keys(PARTS) as PartKind[]

/** Lists the parts of a page file, or of a kind of item or part. */
export const listParts = (of: PageFile | IdKind) =>
  PART_KINDS.map((kind) => ({ kind, ...PARTS[kind] })).filter((part) => part.of === of)
