import { vi } from 'vitest'
import { createStorage } from './fake-storage.ts'

/**
 * Stubs what sessions use of a browser: local storage, readable cookies, events and caches. A test plays other
 * tabs, and calls `vi.unstubAllGlobals` at its end.
 */
export function stubBrowser(stored: Record<string, string> = {}, cookie = '') {
  const { items, storage } = createStorage(stored)
  const page = new EventTarget()
  const seen = { announced: 0, ticketsDropped: 0 }
  const jar = { cookie }
  page.addEventListener('sessionchange', () => {
    seen.announced += 1
  })
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('document', {
    get cookie() {
      return jar.cookie
    },
    /** The session only deletes its cookie. */
    set cookie(text: string) {
      if (text.endsWith('Max-Age=0')) jar.cookie = ''
    },
  })
  vi.stubGlobal('caches', {
    delete: async () => {
      seen.ticketsDropped += 1
      return true
    },
  })
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page))
  return {
    items,
    jar,
    seen,
    page,
    /** Another tab writes to the shared storage. */
    writeElsewhere(key: string, value: string | null): void {
      if (value === null) items.delete(key)
      else items.set(key, value)
      page.dispatchEvent(Object.assign(new Event('storage'), { key }))
    },
  }
}
