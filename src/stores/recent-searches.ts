import { persistentAtom } from '@nanostores/persistent'

const MAX_SEARCHES = 10

const isSearch = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 64

/** Decodes the stored list; empty if it is invalid. */
function decode(stored: string): string[] {
  try {
    const value: unknown = JSON.parse(stored)
    return Array.isArray(value) && value.every(isSearch) ? value.slice(0, MAX_SEARCHES) : []
  } catch {
    return []
  }
}

/** Recent searches on this device, newest first. They never leave the device. */
export const $recentSearches = persistentAtom<string[]>('recentSearches', [], {
  encode: JSON.stringify,
  decode,
})

/** Adds a search at the front, without duplicates. */
export function addRecentSearch(q: string): void {
  const text = q.trim().slice(0, 64)
  if (text === '') return
  const others = $recentSearches.get().filter((search) => search !== text)
  $recentSearches.set([text, ...others].slice(0, MAX_SEARCHES))
}

export function removeRecentSearch(q: string): void {
  $recentSearches.set($recentSearches.get().filter((search) => search !== q))
}

export function clearRecentSearches(): void {
  $recentSearches.set([])
}
