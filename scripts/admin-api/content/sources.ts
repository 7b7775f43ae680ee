import type { ContentFolder } from './read-folder.ts'
import { ITEM_FOLDERS, SINGLE_FILES } from './format.ts'

export type ItemKind = keyof ContentFolder['items']
export type PageFile = keyof ContentFolder['single']

/** Kinds of content: `pages` are the single files, the others are folders of items. */
export type SourceKind = 'pages' | ItemKind

/** Ids of the pages, which have none in their files. Never reuse an id. */
export const PAGE_IDS: Record<PageFile, number> = {
  'site.yaml': 1,
  'banners.yaml': 2,
  'about.yaml': 3,
  'business.yaml': 4,
  'calendar.yaml': 5,
  'season.yaml': 6,
}

export const PAGE_FILES = Object.keys(SINGLE_FILES) as PageFile[]
/** In write order: references come after their targets. */
export const ITEM_KINDS = Object.keys(ITEM_FOLDERS) as ItemKind[]
export const SOURCE_KINDS: readonly SourceKind[] = ['pages', ...ITEM_KINDS]

/** The slug of a page: `about` for `about.yaml`. */
export const pageSlug = (file: PageFile): string => file.replace(/\.yaml$/, '')

export function findPageFile(slug: string): PageFile {
  const file = PAGE_FILES.find((one) => pageSlug(one) === slug)
  if (!file) throw new Error(`there is no page ${slug}`)
  return file
}

/** Path of the file of an item or page in the content folder. */
export const nameFile = (kind: SourceKind, slug: string): string =>
  kind === 'pages' ? `${slug}.yaml` : `${kind}/${slug}.yaml`

/** Identifies an item or page. */
export interface SourceKey {
  kind: SourceKind
  id: number
  slug: string
}
