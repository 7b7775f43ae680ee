import { logOut as logOutEndpoint } from '#api/login.ts'
import { createBrowserClient } from './client.ts'
import { clearRecentSearches } from './recent-searches.ts'
import { endSession, readToken } from './session.ts'

/** What logging out needs of the world; tests give their own. */
export interface LogOutWorld {
  /** Ends a session at the API by its token; rejects when the API could not be reached. */
  revoke: (token: string, everywhere: boolean) => Promise<unknown>
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  onOnline: (listener: () => void) => void
  /** Ends the session on this device. */
  end: () => void
}

const STORAGE_KEY = 'unrevoked'

const browser: LogOutWorld = {
  revoke: (token, everywhere) =>
    createBrowserClient(() => token)(logOutEndpoint, { body: { everywhere } }),
  storage: () => globalThis.localStorage,
  onOnline: (listener) => addEventListener('online', listener, { once: true }),
  end: () => endSession('logged_out'),
}

interface Unrevoked {
  token: string
  everywhere: boolean
}

function readUnrevoked(world: LogOutWorld): Unrevoked | null {
  try {
    const note: unknown = JSON.parse(world.storage().getItem(STORAGE_KEY) ?? 'null')
    if (typeof note !== 'object' || note === null) return null
    const [token, everywhere] = [Reflect.get(note, 'token'), Reflect.get(note, 'everywhere')]
    return typeof token === 'string' ? { token, everywhere: everywhere === true } : null
  } catch {
    return null
  }
}

/** Ends at the API what was logged out while it could not be reached. */
export async function revokeLater(world: LogOutWorld = browser): Promise<void> {
  const note = readUnrevoked(world)
  if (note === null) return
  try {
    await world.revoke(note.token, note.everywhere)
    world.storage().removeItem(STORAGE_KEY)
  } catch {
    world.onOnline(() => void revokeLater(world))
  }
}

/**
 * Logs out, here or everywhere. This device forgets the session whatever happens; where the API
 * cannot be reached it is told at the next chance.
 */
export async function logOut(
  { everywhere = false, forgetDrafts = false } = {},
  world: LogOutWorld = browser,
): Promise<void> {
  const token = readToken()
  if (forgetDrafts) {
    clearRecentSearches()
    const { clearDraft } = await import('./drafts.ts')
    await clearDraft().catch(() => {})
  }
  if (token === null) return
  try {
    await world.revoke(token, everywhere)
  } catch {
    const note: Unrevoked = { token, everywhere }
    world.storage().setItem(STORAGE_KEY, JSON.stringify(note))
    world.onOnline(() => void revokeLater(world))
  }
  world.end()
}
