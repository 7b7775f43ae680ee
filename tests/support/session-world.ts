import type { SessionEnvironment } from '#stores/session.ts'

/** A browser for the session store: storage, readable cookies, and other tabs that a test plays. */
export function createSessionWorld(stored: Record<string, string> = {}, cookie = '') {
  const items = new Map(Object.entries(stored))
  const listeners = new Set<(key: string | null) => void>()
  const seen = { announced: 0, ticketsDropped: 0 }
  const jar = { cookie }
  const world: SessionEnvironment = {
    storage: () => ({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    }),
    cookies: () => jar.cookie,
    dropCookie: () => {
      jar.cookie = ''
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    announce: () => {
      seen.announced += 1
    },
    dropTickets: () => {
      seen.ticketsDropped += 1
    },
  }
  return {
    world,
    items,
    jar,
    seen,
    /** Another tab writes to the shared storage. */
    writeElsewhere(key: string, value: string | null): void {
      if (value === null) items.delete(key)
      else items.set(key, value)
      for (const listener of listeners) listener(key)
    },
  }
}
