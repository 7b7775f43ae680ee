import { atom } from 'nanostores'
import { TOKEN_STORAGE_KEY, TOKEN_UNREAD } from '#config.ts'

/** A stored user token; `2`, `undefined` and empty are none. */
const TOKEN = /^[\w.~+/=-]{16,512}$/

/** The user token: 2 before local storage was read (spec section 9), null for visitors. */
export const $token = atom<string | null | typeof TOKEN_UNREAD>(TOKEN_UNREAD)

function readStored(storage: Pick<Storage, 'getItem'>): string | null {
  try {
    const stored = storage.getItem(TOKEN_STORAGE_KEY) ?? ''
    return TOKEN.test(stored) ? stored : null
  } catch {
    // A browser that refuses storage has no session.
    return null
  }
}

/** The token of this visitor, read from local storage the first time; null without one. */
export function readToken(
  openStorage: () => Pick<Storage, 'getItem'> = () => globalThis.localStorage,
): string | null {
  const known = $token.get()
  if (known !== TOKEN_UNREAD) return known
  const token = readStored({ getItem: (key) => openStorage().getItem(key) })
  $token.set(token)
  return token
}
