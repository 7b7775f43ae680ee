import { logOut as logOutEndpoint } from '#api/login.ts'
import { isMissingEndpoint } from '#client/errors.ts'
import { createBrowserClient } from './client.ts'
import { clearRecentSearches } from './recent-searches.ts'
import { endSession, readToken } from './session.ts'

/** The browser functions for logging out; substituted in tests. */
export interface LogOutEnvironment {
  /** Revokes a session at the API; rejects when the API cannot be reached. */
  revoke: (token: string, everywhere: boolean) => Promise<unknown>
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  onOnline: (listener: () => void) => void
  /** Ends the session on this device. */
  end: () => void
}

const STORAGE_KEY = 'unrevoked'

const browser: LogOutEnvironment = {
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

function readUnrevoked(env: LogOutEnvironment): Unrevoked | null {
  try {
    const pending: unknown = JSON.parse(env.storage().getItem(STORAGE_KEY) ?? 'null')
    if (typeof pending !== 'object' || pending === null) return null
    const [token, everywhere] = [Reflect.get(pending, 'token'), Reflect.get(pending, 'everywhere')]
    return typeof token === 'string' ? { token, everywhere: everywhere === true } : null
  } catch {
    return null
  }
}

/** Revokes a session that was logged out while the API could not be reached; retries when back online. */
export async function revokeLater(env: LogOutEnvironment = browser): Promise<void> {
  const pending = readUnrevoked(env)
  if (pending === null) return
  try {
    await env.revoke(pending.token, pending.everywhere)
    env.storage().removeItem(STORAGE_KEY)
  } catch {
    env.onOnline(() => void revokeLater(env))
  }
}

/**
 * Logs out, here or everywhere. If the API cannot be reached, the session on this device ends and is revoked
 * later.
 * @returns false if the API cannot log out other devices; the session then continues
 */
export async function logOut(
  { everywhere = false, forgetDrafts = false } = {},
  env: LogOutEnvironment = browser,
): Promise<boolean> {
  const token = readToken()
  if (forgetDrafts) {
    clearRecentSearches()
    const { clearDraft } = await import('./drafts.ts')
    await clearDraft().catch(() => {})
  }
  if (token === null) return true
  try {
    await env.revoke(token, everywhere)
  } catch (error) {
    if (everywhere && isMissingEndpoint(error)) return false
    const pending: Unrevoked = { token, everywhere }
    env.storage().setItem(STORAGE_KEY, JSON.stringify(pending))
    env.onOnline(() => void revokeLater(env))
  }
  env.end()
  return true
}
