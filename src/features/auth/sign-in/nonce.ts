import { callInTurn } from '#features/forms/call-in-turn.ts'
import { readItem, removeItem, writeItem } from '#stores/safe-storage.ts'

const BYTES = 32
const keyOf = (provider: string) => `sign-in-nonce:${provider}`

/** 32 random bytes as base64url. */
export function generateNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** A nonce that the API has bound to this browser. */
export async function requestNonce(): Promise<string> {
  const [{ callApi }, { createNonce }] = await Promise.all([
    import('#stores/client.ts'),
    import('#api/login.ts'),
  ])
  const answer = await callInTurn(() => callApi(createNonce))
  if (answer.status !== 'ok') throw new Error('the API issued no nonce')
  return answer.data.nonce
}

/**
 * The nonce that the next ID token must contain (OpenID Connect Core 1.0, section 3.1.2.1): the one
 * stored before the redirect to the provider, or a new one.
 * @param draw generates a new one
 */
export async function getOrCreateNonce(
  provider: string,
  draw: () => string | Promise<string>,
): Promise<string> {
  return readItem('sessionStorage', keyOf(provider)) ?? draw()
}

/**
 * Stores a nonce in the tab until its token arrives: where popups are blocked, the token arrives
 * after a redirect. Browsers that refuse storage can only use popups.
 */
export const storeNonce = (provider: string, nonce: string): void =>
  writeItem('sessionStorage', keyOf(provider), nonce)

/** Deletes a nonce once its token has arrived: each is used once. */
export const clearNonce = (provider: string): void => removeItem('sessionStorage', keyOf(provider))
