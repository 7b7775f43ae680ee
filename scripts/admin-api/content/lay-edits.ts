import { rebaseEdits, type Edit } from './edits.ts'
import type { ContentFolder } from './read-folder.ts'
import { findPageFile, type SourceKey } from './sources.ts'
import { validateSource } from './validate-source.ts'

export interface NamedEdit extends SourceKey {
  edit: Edit
}

export interface EditedFolder {
  folder: ContentFolder
  /** What staff set of a piece of content, as far as it still stands. */
  editsOf(key: SourceKey): readonly Edit[]
  kept: NamedEdit[]
  dropped: NamedEdit[]
}

/** Lays what staff set over a folder. @throws ContentError when both together are not valid */
export function layEdits(
  folder: ContentFolder,
  stored: readonly (SourceKey & { edits: Edit[] })[],
): EditedFolder {
  const single: Record<string, unknown> = { ...folder.single }
  const items: Record<string, readonly object[]> = { ...folder.items }
  const standing = new Map<string, Edit[]>()
  const kept: NamedEdit[] = []
  const dropped: NamedEdit[] = []

  function lay(key: SourceKey, given: object, edits: readonly Edit[]): object {
    const rebased = rebaseEdits(given, edits)
    standing.set(`${key.kind} ${key.id}`, rebased.kept)
    kept.push(...rebased.kept.map((edit) => ({ ...key, edit })))
    dropped.push(...rebased.dropped.map((edit) => ({ ...key, edit })))
    if (rebased.kept.length === 0) return given
    return validateSource(key, rebased.data, ' (with what was set by "content set")')
  }

  for (const { edits, ...key } of stored) {
    if (key.kind === 'pages') {
      const file = findPageFile(key.slug)
      single[file] = lay(key, folder.single[file], edits)
      continue
    }
    const list: readonly { id: number; slug: string }[] = folder.items[key.kind]
    items[key.kind] = list.map(({ slug, ...given }) => {
      return given.id === key.id
        ? { ...lay({ ...key, slug }, given, edits), slug }
        : { ...given, slug }
    })
  }
  return {
    // Every part was checked against its schema.
    folder: { ...folder, single, items } as ContentFolder,
    editsOf: ({ kind, id }) => standing.get(`${kind} ${id}`) ?? [],
    kept,
    dropped,
  }
}
