import { rebaseEdits, type Edit } from './edits.ts'
import type { ContentFolder } from './read-folder.ts'
import { findPageFile, validateSource, type SourceKey } from './sources.ts'

export interface NamedEdit extends SourceKey {
  edit: Edit
}

/** Applies staff edits to a folder. @throws ContentError if the result is invalid */
export function applyEdits(
  folder: ContentFolder,
  stored: readonly (SourceKey & { edits: Edit[] })[],
) {
  const single: Record<string, unknown> = { ...folder.single }
  const items: Partial<Record<string, readonly { id: number; slug: string }[]>> = {
    ...folder.items,
  }
  const kept: NamedEdit[] = []
  const dropped: NamedEdit[] = []

  function applyTo(key: SourceKey, item: object, edits: readonly Edit[]): object {
    const rebased = rebaseEdits(item, edits)
    kept.push(...rebased.kept.map((edit) => ({ ...key, edit })))
    dropped.push(...rebased.dropped.map((edit) => ({ ...key, edit })))
    if (rebased.kept.length === 0) return item
    return validateSource(key, rebased.data, ' (after applying staff edits of "content set")')
  }

  for (const { edits, ...key } of stored) {
    if (key.kind === 'pages') {
      const file = findPageFile(key.slug)
      single[file] = applyTo(key, folder.single[file], edits)
      continue
    }
    // The file of the item was removed, and its edits with it.
    if (!items[key.kind]?.some(({ id }) => id === key.id)) {
      dropped.push(...edits.map((edit) => ({ ...key, edit })))
      continue
    }
    items[key.kind] = items[key.kind]?.map((item) => {
      if (item.id !== key.id) return item
      const { slug, ...source } = item
      return { ...applyTo({ ...key, slug }, source, edits), id: item.id, slug }
    })
  }
  return {
    // Every part was checked against its schema.
    folder: { ...folder, single, items } as ContentFolder,
    kept,
    dropped,
  }
}
