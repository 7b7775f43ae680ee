// Web storage, which browsers may refuse: reading then gives null, and nothing is stored.

type Area = 'localStorage' | 'sessionStorage'

/** Reads an item; null if there is none. */
export function readItem(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** Stores an item, also over an earlier one. */
export function writeItem(area: Area, key: string, value: string): void {
  try {
    globalThis[area].setItem(key, value)
  } catch {
    // The value lasts as long as this page.
  }
}

/** Deletes an item. */
export function removeItem(area: Area, key: string): void {
  try {
    globalThis[area].removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
