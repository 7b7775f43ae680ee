import { callInTurn } from '../call-in-turn.ts'

const BYTES = 32
const keyOf = (provider: string) => `sign-in-nonce:${provider}`

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** 32 random bytes as base64url. */
export function drawNonce(): string {
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
 * The nonce that the next ID token must carry (OpenID Connect Core 1.0, section 3.1.2.1): the one that was
 * kept when the reader left for the provider, or a new one.
 * @param draw makes a new one
 */
export async function takeNonce(
  provider: string,
  draw: () => string | Promise<string>,
  openStore: () => Store = () => sessionStorage,
): Promise<string> {
  return readKept(provider, openStore) ?? draw()
}

function readKept(provider: string, openStore: () => Store): string | null {
  try {
    return openStore().getItem(keyOf(provider))
  } catch {
    return null
  }
}

/**
 * Keeps a nonce in the tab until a token has come for it: where windows are blocked, the token comes
 * after the page has been left and opened again.
 */
export function keepNonce(
  provider: string,
  nonce: string,
  openStore: () => Store = () => sessionStorage,
): void {
  try {
    openStore().setItem(keyOf(provider), nonce)
  } catch {
    // A browser that refuses storage opens windows, or does without.
  }
}

/** Forgets a nonce once a token has come for it: each is used once. */
export function dropNonce(provider: string, openStore: () => Store = () => sessionStorage): void {
  try {
    openStore().removeItem(keyOf(provider))
  } catch {
    // Nothing was kept.
  }
}
