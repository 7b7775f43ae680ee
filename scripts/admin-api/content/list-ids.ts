import type { PageFile, SourceKind } from './format.ts'
import { listParts, type IdKind } from './parts.ts'
import type { ContentFolder } from './read-folder.ts'
import { findPageFile, getPageSlug, ITEM_KINDS, nameFile, PAGE_FILES } from './sources.ts'

export interface FieldWithId {
  kind: IdKind
  file: string
  /** Path of the id in the file. */
  field: string
  /** 0 if the file has none. */
  id: number
}

function* listPartIds(
  file: string,
  of: PageFile | IdKind,
  prefix: string,
  data: object,
): Generator<FieldWithId> {
  for (const { kind, list } of listParts(of)) {
    const parts: readonly { id: number }[] = Reflect.get(data, list) ?? []
    for (const [index, part] of parts.entries()) {
      const path = `${prefix}${list}.${index}.`
      yield { kind, file, field: `${path}id`, id: part.id }
      yield* listPartIds(file, kind, path, part)
    }
  }
}

/** Lists the ids of an item or page and of its parts, with 0 for those that the import assigns. */
export function* listSourceIds(
  kind: SourceKind,
  slug: string,
  data: object,
): Generator<FieldWithId> {
  const file = nameFile(kind, slug)
  if (kind !== 'pages') yield { kind, file, field: 'id', id: Reflect.get(data, 'id') }
  yield* listPartIds(file, kind === 'pages' ? findPageFile(slug) : kind, '', data)
}

/** Lists the ids of everything in a folder, with 0 for those that the import assigns. */
export function* listIds({ single, items }: ContentFolder): Generator<FieldWithId> {
  for (const file of PAGE_FILES) yield* listSourceIds('pages', getPageSlug(file), single[file])
  for (const kind of ITEM_KINDS) {
    for (const item of items[kind]) yield* listSourceIds(kind, item.slug, item)
  }
}
