import { logOut as logOutEndpoint } from '#api/login.ts'
import { isMissingEndpoint } from '#client/errors.ts'
import { createBrowserClient } from './client.ts'
import { clearRecentSearches } from './recent-searches.ts'
import { readItem, removeItem, writeItem } from './safe-storage.ts'
import { endSession, readToken } from './session.ts'

const STORAGE_KEY = 'unrevoked'

/** A session to be revoked at the API. */
interface Unrevoked {
  token: string
  everywhere: boolean
}

function readUnrevoked(): Unrevoked | null {
  try {
    const pending: unknown = JSON.parse(readItem('localStorage', STORAGE_KEY) ?? 'null')
    if (typeof pending !== 'object' || pending === null) return null
    const [token, everywhere] = [Reflect.get(pending, 'token'), Reflect.get(pending, 'everywhere')]
    return typeof token === 'string' ? { token, everywhere: everywhere === true } : null
  } catch {
    return null
  }
}

/** Revokes a session at the API; rejects when the API cannot be reached. */
const revoke = ({ token, everywhere }: Unrevoked) =>
  createBrowserClient(() => token)(logOutEndpoint, { body: { everywhere } })

const revokeOnline = (): void =>
  addEventListener('online', () => void revokeLater(), { once: true })

/** Revokes a session that was logged out while the API could not be reached; retries when back online. */
export async function revokeLater(): Promise<void> {
  const pending = readUnrevoked()
  if (pending === null) return
  try {
    await revoke(pending)
    removeItem('localStorage', STORAGE_KEY)
  } catch {
    revokeOnline()
  }
}

/**
 * Logs out, here or everywhere. If the API cannot be reached, the session on this device ends and is revoked
 * later.
 * @returns false if the API cannot log out other devices; the session then continues
 */
export async function logOut({ everywhere = false, forgetDrafts = false } = {}): Promise<boolean> {
  const token = readToken()
  if (forgetDrafts) {
    clearRecentSearches()
    const { clearDraft } = await import('./drafts.ts')
    await clearDraft().catch(() => {})
  }
  if (token === null) return true
  const session = { token, everywhere }
  try {
    await revoke(session)
  } catch (error) {
    if (everywhere && isMissingEndpoint(error)) return false
    writeItem('localStorage', STORAGE_KEY, JSON.stringify(session))
    revokeOnline()
  }
  endSession('logged_out')
  return true
}
