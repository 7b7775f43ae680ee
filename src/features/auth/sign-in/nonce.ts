import { callSequentially } from '#features/forms/call-sequentially.ts'

const BYTES = 32
const keyOf = (provider: string) => `sign-in-nonce:${provider}`

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

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
  openStore: () => Store = () => sessionStorage,
): Promise<string> {
  return readStoredNonce(provider, openStore) ?? create()
}

function readStoredNonce(provider: string, openStore: () => Store): string | null {
  try {
    return openStore().getItem(keyOf(provider))
  } catch {
    return null
  }
}

/**
 * Stores a nonce in the tab until its token arrives: if popups are blocked, the token arrives after a
 * redirect.
 */
export function storeNonce(
  provider: string,
  nonce: string,
  openStore: () => Store = () => sessionStorage,
): void {
  try {
    openStore().setItem(keyOf(provider), nonce)
  } catch {
    // Without storage only popups work.
  }
}

/** Deletes a nonce once its token has arrived: each is used once. */
export function clearNonce(provider: string, openStore: () => Store = () => sessionStorage): void {
  try {
    openStore().removeItem(keyOf(provider))
  } catch {
    // Storage is unavailable: no nonce was stored.
  }
}
