import { checkReadFolder, type Checking } from './check-folder.ts'
import { ContentError, type Fault } from './faults.ts'
import type { ContentFolder, ReadFolder } from './read-folder.ts'
import { findPageFile, ITEM_KINDS, nameFile, type SourceKey } from './sources.ts'
import type { StoredSource } from './stored-sources.ts'

// A faulty file of a folder that is watched must not hold back the edits of all others: its item stays
// as it is stored, or is left out where it is new.

export type CheckedFolder = ReturnType<typeof checkReadFolder> & {
  /** What stays as it is stored. */
  kept: readonly SourceKey[]
  /** Why: everything that is wrong with the folder; null when nothing is. */
  error: ContentError | null
}

const MAX_ROUNDS = 20
const fileOf = ({ kind, slug }: SourceKey): string => nameFile(kind, slug)
const folderOf = (file: string): string => file.split('/')[0] ?? ''

/**
 * Checks a folder as `checkReadFolder` does, with stored content in the place of faulty files. A file
 * that refers to what is faulty is faulty, too.
 * @param stored all content of the database
 * @throws ContentError when nothing is stored, or when the rest does not fit what is stored
 */
export function checkKeepingFaulty(
  read: ReadFolder,
  checking: Checking,
  stored: readonly StoredSource[],
): CheckedFolder {
  const { root } = read.folder
  const found = tryCheck(read, checking)
  if (!(found instanceof ContentError)) return { ...found, kept: [], error: null }
  if (stored.length === 0) throw found
  const faults = new Map<string, Fault>()
  const faulty = new Set<string>()
  const enter = ({ list }: ContentError, replaced: readonly Fault[]) => {
    for (const fault of list) faults.set(JSON.stringify([fault.file, fault.field]), fault)
    for (const { file } of replaced) faulty.add(file)
  }
  // An item whose file is gone stays while others refer to it: then these are in order.
  const withGone = replaceFaulty(read.folder, stored, faulty, true)
  const unread = new Set(withGone.kept.map(fileOf))
  const afterwards = tryCheck({ ...read, folder: withGone.folder }, { ...checking, unread })
  let keepsGone = countFiles(afterwards) < countFiles(found)
  const remaining = keepsGone ? afterwards : found
  enter(found, remaining instanceof ContentError ? remaining.list : [])
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { folder, kept } = replaceFaulty(read.folder, stored, faulty, keepsGone)
    const files = new Set(kept.map(fileOf))
    const edits = checking.edits.filter((one) => !files.has(fileOf(one)))
    const checked = tryCheck({ folder, faults: [] }, { ...checking, edits, unread: files })
    if (!(checked instanceof ContentError)) {
      return { ...checked, kept, error: new ContentError([...faults.values()], root) }
    }
    const isNews = checked.list.some(({ file }) => !faulty.has(file))
    if (!isNews && keepsGone) break
    if (isNews) enter(checked, checked.list)
    else keepsGone = true
  }
  throw found
}

const countFiles = (checked: unknown): number =>
  checked instanceof ContentError ? new Set(checked.list.map(({ file }) => file)).size : 0

function tryCheck(...given: Parameters<typeof checkReadFolder>) {
  try {
    return checkReadFolder(...given)
  } catch (error) {
    if (error instanceof ContentError && error.list.length > 0) return error
    throw error
  }
}

/** A folder with what is stored in the place of its faulty files. */
function replaceFaulty(
  { single, items, ...folder }: ContentFolder,
  stored: readonly StoredSource[],
  faulty: ReadonlySet<string>,
  keepsGone: boolean,
): { folder: ContentFolder; kept: SourceKey[] } {
  const kept: SourceKey[] = []
  const pages: Record<string, unknown> = { ...single }
  const lists: Record<string, object[]> = {}
  for (const kind of ITEM_KINDS) {
    const list: readonly { slug: string }[] = items[kind]
    lists[kind] = list.filter(({ slug }) => !faulty.has(nameFile(kind, slug)))
  }
  // A file whose name is faulty is not read: nobody knows which item it was.
  const present = new Set(
    ITEM_KINDS.flatMap((kind) => items[kind].map(({ slug }) => nameFile(kind, slug))),
  )
  const unknown = new Set([...faulty].filter((file) => !present.has(file)).map(folderOf))
  for (const { kind, id, slug, data } of stored) {
    const file = nameFile(kind, slug)
    if (kind === 'pages') {
      if (!faulty.has(file)) continue
      pages[findPageFile(slug)] = data
    } else {
      const isGone = !present.has(file) && (keepsGone || unknown.has(kind))
      if (!faulty.has(file) && !isGone) continue
      lists[kind]?.push({ ...Object(data), slug })
    }
    kept.push({ kind, id, slug })
  }
  // Stored content was checked against its schema when it was stored.
  return { folder: { ...folder, single: pages, items: lists } as unknown as ContentFolder, kept }
}
