import type { Section } from '#api/sections.ts'
import type { TextKind } from '../db/texts.ts'
import type { ContentFolder } from './read-folder.ts'
import { ITEM_FOLDERS, SINGLE_FILES } from './format.ts'

export type ItemKind = keyof ContentFolder['items']
export type PageFile = keyof ContentFolder['single']

/** What content consists of: `pages` are the files that exist once, the others are its folders. */
export type SourceKind = 'pages' | ItemKind

/** Numbers of the pages: they have none in their files. A number is never used again. */
export const PAGE_IDS: Record<PageFile, number> = {
  'site.yaml': 1,
  'banners.yaml': 2,
  'about.yaml': 3,
  'business.yaml': 4,
  'calendar.yaml': 5,
  'season.yaml': 6,
}

export const PAGE_FILES = Object.keys(SINGLE_FILES) as PageFile[]
/** In the order in which they are written: nothing comes before what it refers to. */
export const ITEM_KINDS = Object.keys(ITEM_FOLDERS) as ItemKind[]
export const SOURCE_KINDS: readonly SourceKind[] = ['pages', ...ITEM_KINDS]

/** `about` of `about.yaml`: what a page is called. */
export const pageSlug = (file: PageFile): string => file.replace(/\.yaml$/, '')

export function findPageFile(slug: string): PageFile {
  const file = PAGE_FILES.find((one) => pageSlug(one) === slug)
  if (!file) throw new Error(`there is no page ${slug}`)
  return file
}

/** What an item of a folder is called, where its texts are stored, and which section shows it. */
export const ITEM_TRAITS = {
  artists: { noun: 'artist', textKind: 'artist', section: 'artists' },
  performances: { noun: 'performance', textKind: 'performance', section: 'performances' },
  courses: { noun: 'course', textKind: 'course', section: 'courses' },
  activities: { noun: 'activity', textKind: 'activity', section: 'activities' },
  'artist-news': { noun: 'artist news', textKind: 'artist_news', section: 'news' },
  'course-news': { noun: 'course news', textKind: 'course_news', section: 'news' },
  'performance-news': { noun: 'performance news', textKind: 'performance_news', section: 'news' },
  'business-cases': { noun: 'business case', textKind: 'business_case', section: 'business' },
} as const satisfies Record<ItemKind, { noun: string; textKind: TextKind; section: Section }>

/** The file of a piece of content, as faults name it. */
export const nameFile = (kind: SourceKind, slug: string): string =>
  kind === 'pages' ? `${slug}.yaml` : `${kind}/${slug}.yaml`

/** Every file of a folder with its data. */
export const listFiles = ({ single, items }: ContentFolder) => [
  ...PAGE_FILES.map((file) => [file, single[file]] as const),
  ...ITEM_KINDS.flatMap((kind) =>
    items[kind].map((item) => [nameFile(kind, item.slug), item] as const),
  ),
]

/** What a piece of content is, without what it says. */
export interface SourceKey {
  kind: SourceKind
  id: number
  slug: string
}
