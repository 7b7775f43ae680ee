import { callSequentially } from '../call-sequentially.ts'
import { readItem, removeItem, writeItem } from '#stores/safe-storage.ts'

const BYTES = 32
const getKey = (provider: string) => `sign-in-nonce:${provider}`

/** 32 random bytes as base64url. */
export function generateNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Requests a nonce that the API binds to this browser. */
export async function requestNonce(): Promise<string> {
  const [{ callApi }, { createNonce }] = await Promise.all([
    import('#stores/client.ts'),
    import('#api/login.ts'),
  ])
  const result = await callSequentially(() => callApi(createNonce))
  if (result.status !== 'ok') throw new Error('the API issued no nonce')
  return result.data.nonce
}

/**
 * Returns the nonce that the next ID token must contain (OpenID Connect Core 1.0, section 3.1.2.1): the one
 * stored before the redirect to the provider, or a new one.
 * @param create generates or requests a new nonce
 */
export async function getOrCreateNonce(
  provider: string,
  create: () => string | Promise<string>,
): Promise<string> {
  return readItem('sessionStorage', getKey(provider)) ?? create()
}

/**
 * Stores a nonce in the tab until its token arrives: if popups are blocked, the token arrives after a
 * redirect. Without storage only popups work.
 */
export const storeNonce = (provider: string, nonce: string): void =>
  writeItem('sessionStorage', getKey(provider), nonce)

/** Deletes a nonce once its token has arrived: each is used once. */
export const clearNonce = (provider: string): void => removeItem('sessionStorage', getKey(provider))
