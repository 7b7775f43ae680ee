import { getTitle } from './assign-ids.ts'
import { checkReadFolder, type CheckContext } from './check-folder.ts'
import { isMissingInSite } from './checker.ts'
import { ContentError, type Fault } from './faults.ts'
import { WHOLE_FILE } from './read-file.ts'
import type { PageFile } from './format.ts'
import type { ContentFolder, ReadFolder } from './read-folder.ts'
import { findPageFile, ITEM_KINDS, nameFile, type SourceKey } from './sources.ts'
import type { StoredSource } from './stored-sources.ts'

// A faulty file in a watched folder must not block changes of other files: its item keeps the stored content,
// or is omitted if it is new.

export type CheckedFolder = ReturnType<typeof checkReadFolder> & {
  /** Items that keep their stored content. */
  kept: readonly SourceKey[]
  /** All faults of the folder; null if there are none. */
  error: ContentError | null
}

interface ListedItem {
  slug: string
  id: number
}

const MAX_ROUNDS = 20
const SITE: PageFile = 'site.yaml'
const hasTitleOf = (one: object, other: unknown): boolean =>
  getTitle(one) === getTitle(Object(other))
const toFile = ({ kind, slug }: SourceKey): string => nameFile(kind, slug)
const getFolder = (file: string): string => file.split('/')[0] ?? ''

/**
 * Checks a folder like `checkReadFolder`, with stored content in place of faulty files. Files become faulty
 * themselves if they are invalid with that replacement.
 * @param stored all content of the database
 * @throws ContentError if nothing is stored, or the remaining files are inconsistent with the stored content
 */
export function checkReplacingFaulty(
  read: ReadFolder,
  checkContext: CheckContext,
  stored: readonly StoredSource[],
): CheckedFolder {
  const { root } = read.folder
  const initial = tryCheck(read, checkContext)
  if (!(initial instanceof ContentError)) return { ...initial, kept: [], error: null }
  if (stored.length === 0) throw initial
  const faults = new Map<string, Fault>()
  const faulty = new Set<string>()
  const addFaults = (list: readonly Fault[], replaced = list) => {
    for (const fault of list) faults.set(JSON.stringify([fault.file, fault.field]), fault)
    for (const { file } of replaced) faulty.add(file)
  }
  // Items whose file was removed are kept if that reduces the number of faulty files, which refer to them.
  const withRemoved = replaceFaulty(read.folder, stored, faulty, true)
  const unread = new Set(withRemoved.kept.map(toFile))
  const result = tryCheck({ ...read, folder: withRemoved.folder }, { ...checkContext, unread })
  let keepsRemoved = countFiles(result) < countFiles(initial)
  const remaining = keepsRemoved ? result : initial
  addFaults(initial.list, remaining instanceof ContentError ? remaining.list : [])
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { folder, kept } = replaceFaulty(read.folder, stored, faulty, keepsRemoved)
    const files = new Set(kept.map(toFile))
    const edits = checkContext.edits.filter((one) => !files.has(toFile(one)))
    const checked = tryCheck({ folder, faults: [] }, { ...checkContext, edits, unread: files })
    if (!(checked instanceof ContentError)) {
      return { ...checked, kept, error: new ContentError([...faults.values()], root) }
    }
    const hasNewFaults = checked.list.some(({ file }) => !faulty.has(file))
    const usesRemoved = checked.list.filter(isMissingInSite)
    if (hasNewFaults) addFaults(checked.list)
    else if (usesRemoved.length > 0 && !faulty.has(SITE)) addFaults([describeKeptSite(usesRemoved)])
    else if (!keepsRemoved) keepsRemoved = true
    else break
  }
  throw initial
}

/** The fault of a `site.yaml` without entries that the stored content of other files refers to. */
function describeKeptSite(faults: readonly Fault[]): Fault {
  const files = [...new Set(faults.map(({ file }) => file))].toSorted().join(', ')
  const message = `It remains unchanged while other files refer to entries that it no longer has: ${files}.`
  return { file: SITE, field: WHOLE_FILE, message }
}

const countFiles = (checked: unknown): number =>
  checked instanceof ContentError ? new Set(checked.list.map(({ file }) => file)).size : 0

function tryCheck(...args: Parameters<typeof checkReadFolder>) {
  try {
    return checkReadFolder(...args)
  } catch (error) {
    if (error instanceof ContentError && error.list.length > 0) return error
    throw error
  }
}

/** Replaces faulty files of a folder by stored content. */
function replaceFaulty(
  { single, items, ...folder }: ContentFolder,
  stored: readonly StoredSource[],
  faulty: ReadonlySet<string>,
  keepsRemoved: boolean,
): { folder: ContentFolder; kept: SourceKey[] } {
  const kept: SourceKey[] = []
  const pages: Record<string, unknown> = { ...single }
  const lists: Record<string, ListedItem[]> = {}
  for (const kind of ITEM_KINDS) {
    const list: readonly ListedItem[] = items[kind]
    lists[kind] = list.filter(({ slug }) => !faulty.has(nameFile(kind, slug)))
  }
  // A file with an invalid name is not read, so its item is unknown: keep all missing items of that folder.
  const present = new Set(
    ITEM_KINDS.flatMap((kind) => items[kind].map(({ slug }) => nameFile(kind, slug))),
  )
  const storedFiles = new Set(stored.map(toFile))
  const unknown = new Set([...faulty].filter((file) => !present.has(file)).map(getFolder))
  for (const { kind, id, slug, data } of stored) {
    const file = nameFile(kind, slug)
    if (kind === 'pages') {
      if (!faulty.has(file)) continue
      pages[findPageFile(slug)] = data
    } else {
      const isKept = !present.has(file) && (keepsRemoved || unknown.has(kind))
      if (!faulty.has(file) && !isKept) continue
      // A renamed file takes over the id of the item when no file refers to the previous name any more.
      const isRenamed = (one: ListedItem) =>
        isKept &&
        !storedFiles.has(nameFile(kind, one.slug)) &&
        (one.id === id || (one.id === 0 && hasTitleOf(one, data)))
      lists[kind] = [
        ...(lists[kind] ?? []).filter((one) => !isRenamed(one)),
        { ...Object(data), slug },
      ]
    }
    kept.push({ kind, id, slug })
  }
  // Stored content was checked against its schema when it was stored.
  return { folder: { ...folder, single: pages, items: lists } as unknown as ContentFolder, kept }
}
