import { logOut as logOutEndpoint } from '#api/login.ts'
import { isMissingCall } from '#client/errors.ts'
import { createBrowserClient } from './client.ts'
import { clearRecentSearches } from './recent-searches.ts'
import { endSession, readToken } from './session.ts'

/** The browser functions for logging out; substituted in tests. */
export interface LogOutWorld {
  /** Revokes a session at the API; rejects when the API cannot be reached. */
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
    const pending: unknown = JSON.parse(world.storage().getItem(STORAGE_KEY) ?? 'null')
    if (typeof pending !== 'object' || pending === null) return null
    const [token, everywhere] = [Reflect.get(pending, 'token'), Reflect.get(pending, 'everywhere')]
    return typeof token === 'string' ? { token, everywhere: everywhere === true } : null
  } catch {
    return null
  }
}

/** Revokes a session that was logged out while the API could not be reached. */
export async function revokeLater(world: LogOutWorld = browser): Promise<void> {
  const pending = readUnrevoked(world)
  if (pending === null) return
  try {
    await world.revoke(pending.token, pending.everywhere)
    world.storage().removeItem(STORAGE_KEY)
  } catch {
    world.onOnline(() => void revokeLater(world))
  }
}

/**
 * Logs out, here or everywhere. If the API cannot be reached, the session on this device ends and is revoked
 * later.
 * @returns whether it was done; an API that cannot log out other devices leaves the session as it is
 */
export async function logOut(
  { everywhere = false, forgetDrafts = false } = {},
  world: LogOutWorld = browser,
): Promise<boolean> {
  const token = readToken()
  if (forgetDrafts) {
    clearRecentSearches()
    const { clearDraft } = await import('./drafts.ts')
    await clearDraft().catch(() => {})
  }
  if (token === null) return true
  try {
    await world.revoke(token, everywhere)
  } catch (error) {
    if (everywhere && isMissingCall(error)) return false
    const pending: Unrevoked = { token, everywhere }
    world.storage().setItem(STORAGE_KEY, JSON.stringify(pending))
    world.onOnline(() => void revokeLater(world))
  }
  world.end()
  return true
}
