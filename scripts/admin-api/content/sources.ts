import { ContentError } from './faults.ts'
import {
  ITEM_FOLDERS,
  SINGLE_FILES,
  type ItemKind,
  type PageFile,
  type SourceKind,
} from './format.ts'
import { checkFile } from './read-file.ts'
import type { ContentFolder } from './read-folder.ts'

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
export const getPageSlug = (file: PageFile): string => file.replace(/\.yaml$/, '')

export function findPageFile(slug: string): PageFile {
  const file = PAGE_FILES.find((one) => getPageSlug(one) === slug)
  if (!file) throw new Error(`there is no page ${slug}`)
  return file
}

/** Path of the file of an item or page in the content folder. */
export const nameFile = (kind: SourceKind, slug: string): string =>
  kind === 'pages' ? `${slug}.yaml` : `${kind}/${slug}.yaml`

/** Lists every file of a folder with its data. */
export const listFiles = ({ single, items }: ContentFolder) => [
  ...PAGE_FILES.map((file) => [file, single[file]] as const),
  ...ITEM_KINDS.flatMap((kind) =>
    items[kind].map((item) => [nameFile(kind, item.slug), item] as const),
  ),
]

/** Yields every text of a file with its field, such as `body.0.text`. */
export function* visitTexts(value: unknown, field = ''): Generator<[field: string, text: string]> {
  if (typeof value === 'string') yield [field, value]
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    yield* visitTexts(part, field === '' ? name : `${field}.${name}`)
  }
}

/** Identifies an item or page. */
export interface SourceKey {
  kind: SourceKind
  id: number
  slug: string
}

/**
 * Validates an item or page against the schema of its kind.
 * @param note suffix for the message of each fault
 * @throws ContentError if it is invalid
 */
export function validateSource({ kind, slug }: SourceKey, data: unknown, note = ''): object {
  const schema = kind === 'pages' ? SINGLE_FILES[findPageFile(slug)] : ITEM_FOLDERS[kind]
  const { data: checked, faults } = checkFile(nameFile(kind, slug), schema, data)
  if (faults.length === 0) return checked
  throw new ContentError(faults.map((fault) => ({ ...fault, message: `${fault.message}${note}` })))
}

/**
 * A folder with stored items and pages, which must include all pages.
 * @throws ContentError if one does not match the current schema
 */
export function toFolder(sources: readonly (SourceKey & { data: unknown })[]): ContentFolder {
  const single: Record<string, object> = {}
  const items: Record<string, object[]> = Object.fromEntries(ITEM_KINDS.map((kind) => [kind, []]))
  for (const { data: stored, ...key } of sources) {
    const data = validateSource(key, stored)
    if (key.kind === 'pages') single[findPageFile(key.slug)] = data
    else items[key.kind]?.push({ ...data, slug: key.slug })
  }
  // Every part was validated against its schema.
  return { root: '', single, items } as unknown as ContentFolder
}
