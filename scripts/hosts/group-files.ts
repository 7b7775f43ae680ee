import type { SiteFile } from '../serve/manifest.ts'

/** All files of one ending below a folder. */
export interface FileSet {
  /** With a slash at both ends. */
  folder: string
  ending: string
}

/** Files that share a value: whole sets of them, and single ones. */
export interface Group {
  value: string
  sets: FileSet[]
  files: string[]
}

/**
 * Groups files by a value, e.g. by a header. Ten thousand items of a route usually have one value
 * and are one set then, and so are the pictures of a folder; where they differ, each file is its own.
 */
export function groupFiles(
  files: readonly SiteFile[],
  valueOf: (file: SiteFile) => string,
): Group[] {
  const groups = new Map<string, Group>()
  const groupOf = (value: string): Group => {
    const group = groups.get(value) ?? { value, sets: [], files: [] }
    groups.set(value, group)
    return group
  }
  const bySet = Map.groupBy(files, ({ path }) => setOf(path)?.join('*') ?? null)
  for (const members of bySet.values()) {
    const values = new Set(members.map(valueOf))
    const [only] = values
    const [folder, ending] = setOf(members[0]?.path ?? '') ?? []
    if (values.size === 1 && only !== undefined && folder !== undefined && ending !== undefined) {
      groupOf(only).sets.push({ folder, ending })
      continue
    }
    for (const file of members) groupOf(valueOf(file)).files.push(file.path)
  }
  return [...groups.values()]
}

/**
 * The set that a file may belong to: prebuilt items and list pages (`/news/detail/12.html`) of a
 * route, other files than pages of a top folder; none for a route's own page.
 */
function setOf(path: string): [folder: string, ending: string] | null {
  const item = /^(.+?\/)(?:[1-9]\d*|(?:[1-9]\d*\/)?page-\d+)\.html$/.exec(path)?.[1]
  if (item !== undefined) return [item, 'html']
  const [, folder, ending] = /^(\/[^/]+\/).*\.([^./]+)$/.exec(path) ?? []
  const isPage = ending === 'html' && folder !== '/files/'
  return folder === undefined || ending === undefined || isPage ? null : [folder, ending]
}
