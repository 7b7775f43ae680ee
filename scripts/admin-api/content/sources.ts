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

/** The file of a piece of content, as faults name it. */
export const nameFile = (kind: SourceKind, slug: string): string =>
  kind === 'pages' ? `${slug}.yaml` : `${kind}/${slug}.yaml`

/** What a piece of content is, without what it says. */
export interface SourceKey {
  kind: SourceKind
  id: number
  slug: string
}
