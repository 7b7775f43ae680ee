import * as v from 'valibot'
import { logOut as logOutEndpoint } from '#api/login.ts'
import { unwrapResult } from '#client/create-client.ts'
import { isMissingEndpoint } from '#client/errors.ts'
import { createBrowserClient } from './client.ts'
import { clearRecentSearches } from './recent-searches.ts'
import { readItem, removeItem, writeItem } from './safe-storage.ts'
import { clearSentCodes } from './sent-code.ts'
import { endSession, readToken } from './session.ts'

const STORAGE_KEY = 'unrevoked'

const UnrevokedSchema = v.object({ token: v.string(), everywhere: v.boolean() })
/** A session to be revoked at the API. */
type Unrevoked = v.InferOutput<typeof UnrevokedSchema>

function readUnrevoked(): Unrevoked[] {
  try {
    const stored: unknown = JSON.parse(readItem('localStorage', STORAGE_KEY) ?? '[]')
    return v.parse(v.array(UnrevokedSchema), stored)
  } catch {
    return []
  }
}

function storeUnrevoked(sessions: readonly Unrevoked[]): void {
  if (sessions.length === 0) removeItem('localStorage', STORAGE_KEY)
  else writeItem('localStorage', STORAGE_KEY, JSON.stringify(sessions))
}

/** Revokes a session at the API; rejects when the API cannot be reached or refuses, as during maintenance. */
async function revoke({ token, everywhere }: Unrevoked): Promise<void> {
  const call = createBrowserClient(() => token)
  const result = await call(logOutEndpoint, { body: { everywhere } })
  // A session that has ended needs no revocation.
  if (result.status !== 'unauthorized') unwrapResult(result)
}

const revokeOnline = (): void =>
  addEventListener('online', () => void revokeLater(), { once: true })

/** Revokes sessions that were logged out while the API could not be reached; retries when back online. */
export async function revokeLater(): Promise<void> {
  try {
    for (const session of readUnrevoked()) {
      await revoke(session).catch((error: unknown) => {
        if (!isMissingEndpoint(error)) throw error
      })
      storeUnrevoked(readUnrevoked().filter(({ token }) => token !== session.token))
    }
  } catch {
    revokeOnline()
  }
}

/** Revokes a session now or, if the API cannot be reached, later. @returns false if the API cannot revoke it */
async function revokeSoon(session: Unrevoked): Promise<boolean> {
  try {
    await revoke(session)
  } catch (error) {
    // An API without this endpoint never revokes the session: its token must not stay on the device.
    if (isMissingEndpoint(error)) return false
    storeUnrevoked([...readUnrevoked(), session])
    revokeOnline()
  }
  return true
}

/**
 * Logs out, here or everywhere. If the API cannot be reached, the session on this device ends and is revoked
 * later. Rejects when the drafts cannot be deleted, because their code does not load; the session then continues.
 * @returns false if the API cannot log out other devices; the session then continues
 */
export async function logOut({ everywhere = false, forgetDrafts = false } = {}): Promise<boolean> {
  const token = readToken()
  const drafts = forgetDrafts ? await import('./drafts.ts') : null
  const isRevoked = token === null || (await revokeSoon({ token, everywhere }))
  if (everywhere && !isRevoked) return false
  if (drafts) {
    clearRecentSearches()
    await drafts.clearDraft().catch(() => {})
  }
  if (token === null) return true
  clearSentCodes()
  endSession('logged_out')
  return true
}
