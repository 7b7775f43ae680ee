import { rebaseEdits, type Edit } from './edits.ts'
import { ContentError } from './faults.ts'
import { ITEM_FOLDERS, SINGLE_FILES } from './format.ts'
import { checkFile } from './read-file.ts'
import type { ContentFolder } from './read-folder.ts'
import { findPageFile, nameFile, type SourceKey } from './sources.ts'

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

/** Checks what became of a file by the same schema as the file itself. @throws ContentError */
function checkAgain({ kind, slug }: SourceKey, data: unknown): object {
  const schema = kind === 'pages' ? SINGLE_FILES[findPageFile(slug)] : ITEM_FOLDERS[kind]
  const outcome = checkFile(nameFile(kind, slug), schema, data)
  if (outcome.kind === 'valid') return { ...outcome.data }
  const faults = outcome.faults.map((fault) => ({
    ...fault,
    message: `${fault.message} (with what was set by "content set")`,
  }))
  throw new ContentError(faults)
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
    return rebased.kept.length > 0 ? checkAgain(key, rebased.data) : given
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
