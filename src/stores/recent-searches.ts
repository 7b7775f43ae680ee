import { persistentAtom } from '@nanostores/persistent'

const MOST = 10

const isSearch = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 64

/** What is stored, or nothing when somebody else wrote it. */
function decode(stored: string): string[] {
  try {
    const value: unknown = JSON.parse(stored)
    return Array.isArray(value) && value.every(isSearch) ? value.slice(0, MOST) : []
  } catch {
    return []
  }
}

/** What was searched for on this device, the newest first. It never leaves the device. */
export const $recentSearches = persistentAtom<string[]>('recentSearches', [], {
  encode: JSON.stringify,
  decode,
})

/** Puts a search in front; the same again only moves up. */
export function addRecentSearch(q: string): void {
  const text = q.trim().slice(0, 64)
  if (text === '') return
  const others = $recentSearches.get().filter((known) => known !== text)
  $recentSearches.set([text, ...others].slice(0, MOST))
}

export function removeRecentSearch(q: string): void {
  $recentSearches.set($recentSearches.get().filter((known) => known !== q))
}

export function clearRecentSearches(): void {
  $recentSearches.set([])
}
