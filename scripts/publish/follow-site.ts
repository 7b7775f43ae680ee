import type { Headers } from '../serve/headers.ts'
import type { BuiltSite, StoredFile } from './built-site.ts'
import type { ChangedSite } from './live-builder/messages.ts'

const byName = <T>([one]: readonly [string, T], [other]: readonly [string, T]): number =>
  one < other ? -1 : 1

/** The whole site of a builder that tells only what has changed. */
export function followSite(): { apply(change: ChangedSite): BuiltSite } {
  let files: ReadonlyMap<string, StoredFile> = new Map()
  let headers: ReadonlyMap<string, Headers> = new Map()

  return {
    /** @returns the site after a change; the one before stays as it was */
    apply(change) {
      const { times, faults, gone, stored } = change
      files = mergeFiles(files, stored, new Set(gone))
      const named = new Map(headers)
      for (const [name, set] of change.headers) {
        if (set) named.set(name, set)
        else named.delete(name)
      }
      headers = named
      return { files, headers, times, faults }
    },
  }
}

/** In one order, so that equal sites have equal manifests: what is new goes in between. */
function mergeFiles(
  before: ReadonlyMap<string, StoredFile>,
  stored: ChangedSite['stored'],
  gone: ReadonlySet<string>,
): Map<string, StoredFile> {
  const changed = new Map(stored)
  const fresh = stored.filter(([name]) => !before.has(name)).toSorted(byName)
  const merged = new Map<string, StoredFile>()
  let next = 0
  for (const [name, file] of before) {
    for (let one = fresh[next]; one && one[0] < name; one = fresh[next]) {
      merged.set(one[0], one[1])
      next += 1
    }
    if (!gone.has(name)) merged.set(name, changed.get(name) ?? file)
  }
  for (const [name, file] of fresh.slice(next)) merged.set(name, file)
  return merged
}
