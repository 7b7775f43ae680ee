/** Web storage in memory; `items` is its content. */
export function createStorage(stored: Record<string, string> = {}) {
  const items = new Map(Object.entries(stored))
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  return { items, storage }
}

const refuse = () => {
  throw new DOMException('denied', 'SecurityError')
}

/** Web storage of a browser that refuses it. */
export const REFUSED_STORAGE = { getItem: refuse, setItem: refuse, removeItem: refuse }
