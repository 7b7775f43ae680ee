import { TOKEN_STORAGE_KEY } from '#config.ts'

/** A stored user token: `v1.` and 32 random bytes; `2`, `undefined` and empty are none. */
const TOKEN = /^[\w.~+/=-]{16,512}$/

/** Whether local storage holds a user token; a browser that refuses storage holds none. */
export function hasSession(storage: Pick<Storage, 'getItem'>): boolean {
  try {
    return TOKEN.test(storage.getItem(TOKEN_STORAGE_KEY) ?? '')
  } catch {
    return false
  }
}

/** Turns the log-in link of the header into the account link while a session is stored. */
export function showSession(root: ParentNode, storage: Pick<Storage, 'getItem'>): void {
  if (!hasSession(storage)) return
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-account-href]')) {
    link.href = link.dataset['accountHref'] ?? link.href
    link.textContent = link.dataset['accountLabel'] ?? link.textContent
  }
}
