import { vi } from 'vitest'
import { createStorage } from './fake-storage.ts'

/**
 * Stubs the browser globals that sessions use: local storage, cookies, events and caches. Tests must call
 * `vi.unstubAllGlobals` at their end.
 */
export function stubBrowser(stored: Record<string, string> = {}, cookie = '') {
  const { items, storage } = createStorage(stored)
  const page = new EventTarget()
  const counts = { announced: 0, ticketsDropped: 0 }
  const jar = { cookie }
  page.addEventListener('sessionchange', () => {
    counts.announced += 1
  })
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('document', {
    get cookie() {
      return jar.cookie
    },
    /** Supports deletion only. */
    set cookie(text: string) {
      if (text.endsWith('Max-Age=0')) jar.cookie = ''
    },
  })
  vi.stubGlobal('caches', {
    delete: async () => {
      counts.ticketsDropped += 1
      return true
    },
  })
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page))
  return {
    items,
    jar,
    counts,
    page,
    /** Simulates a write to the shared storage by another tab. */
    writeElsewhere(key: string, value: string | null): void {
      if (value === null) items.delete(key)
      else items.set(key, value)
      page.dispatchEvent(Object.assign(new Event('storage'), { key }))
    },
  }
}
