/** A stored user token: `v1.` and 32 random bytes; `2`, `undefined` and empty are none. */
const TOKEN = /^[\w.~+/=-]{16,512}$/

/** Whether local storage holds a user token; a browser that refuses storage holds none. */
export function hasSession(storage: Pick<Storage, 'getItem'>, key: string): boolean {
  try {
    return TOKEN.test(storage.getItem(key) ?? '')
  } catch {
    return false
  }
}

/**
 * Turns the log-in link of the header into the account link while a session is stored. What it needs
 * stands on the link: a script that imports nothing is printed into the page.
 */
export function showSession(root: ParentNode, storage: Pick<Storage, 'getItem'>): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-account-href]')) {
    if (!hasSession(storage, link.dataset['sessionKey'] ?? '')) continue
    link.href = link.dataset['accountHref'] ?? link.href
    link.textContent = link.dataset['accountLabel'] ?? link.textContent
  }
}
