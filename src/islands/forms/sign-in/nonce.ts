const BYTES = 32
const keyOf = (provider: string) => `sign-in-nonce:${provider}`

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** 32 random bytes as base64url. */
function drawNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/**
 * The nonce that the next ID token must carry (OpenID Connect Core 1.0, section 3.1.2.1). It stays
 * with the tab until a token has come: where windows are blocked, the token comes after the page has
 * been left and opened again.
 */
export function takeNonce(provider: string, openStore: () => Store = () => sessionStorage): string {
  const fresh = drawNonce()
  try {
    const store = openStore()
    const known = store.getItem(keyOf(provider))
    if (known !== null) return known
    store.setItem(keyOf(provider), fresh)
  } catch {
    // A browser that refuses storage opens windows, or does without.
  }
  return fresh
}

/** Forgets a nonce once a token has come for it: each is used once. */
export function dropNonce(provider: string, openStore: () => Store = () => sessionStorage): void {
  try {
    openStore().removeItem(keyOf(provider))
  } catch {
    // Nothing was kept.
  }
}
