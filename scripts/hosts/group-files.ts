import type { SiteFile } from '../serve/manifest.ts'

/** All files with one extension below a folder. */
export interface FileSet {
  /** Path with a leading and a trailing slash. */
  folder: string
  extension: string
}

/** Files that share a value: whole sets and single files. */
export interface Group {
  value: string
  sets: FileSet[]
  files: string[]
}

/**
 * Groups files by a value, such as a header. Files of a set, such as the items of a route or the images of a
 * folder, usually have the same value and are listed as a set; otherwise each file is listed.
 */
export function groupFiles(
  files: readonly SiteFile[],
  valueOf: (file: SiteFile) => string,
): Group[] {
  const groups = new Map<string, Group>()
  const getGroup = (value: string): Group => {
    const group = groups.get(value) ?? { value, sets: [], files: [] }
    groups.set(value, group)
    return group
  }
  const bySet = Map.groupBy(files, ({ path }) => Object.values(getFileSet(path) ?? {}).join('*'))
  for (const members of bySet.values()) {
    const set = getFileSet(members[0]?.path ?? '')
    const [only, ...others] = new Set(members.map(valueOf))
    if (set && only !== undefined && others.length === 0) getGroup(only).sets.push(set)
    else for (const file of members) getGroup(valueOf(file)).files.push(file.path)
  }
  return [...groups.values()]
}

/**
 * Finds the set of a file: item and list pages (`/news/detail/12.html`) of a route, or files of a top-level
 * folder except pages. Null for the page of the route itself.
 */
function getFileSet(path: string): FileSet | null {
  const item = /^(.+?\/)(?:[1-9]\d*|(?:[1-9]\d*\/)?page-\d+)\.html$/.exec(path)?.[1]
  if (item !== undefined) return { folder: item, extension: 'html' }
  const [, folder, extension] = /^(\/[^/]+\/).*\.([^./]+)$/.exec(path) ?? []
  const isPage = extension === 'html' && folder !== '/files/'
  return folder === undefined || extension === undefined || isPage ? null : { folder, extension }
}
