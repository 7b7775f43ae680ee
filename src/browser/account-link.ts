/** A stored user token: `v1.` and 32 random bytes; `2`, `undefined` and empty are none. */
const TOKEN = /^[\w.~+/=-]{16,512}$/

/** Whether local storage holds a user token; a browser that refuses storage holds none. */
export function hasSession(openStorage: () => Pick<Storage, 'getItem'>, key: string): boolean {
  try {
    return TOKEN.test(openStorage().getItem(key) ?? '')
  } catch {
    return false
  }
}

type Place = Pick<Location, 'pathname' | 'search'>

/** The login page with the way back; the login page itself keeps the one that it was given. */
function addReturn(login: string, { pathname, search }: Place): string {
  return pathname === login
    ? login + search
    : `${login}?return=${encodeURIComponent(pathname + search)}`
}

/**
 * Makes the log-in link of the header the account link while a session is stored, and back. What it
 * needs stands on the link: a script that imports nothing is printed into the page.
 */
export function showSession(
  root: ParentNode,
  openStorage: () => Pick<Storage, 'getItem'>,
  place: Place,
): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-account-href]')) {
    const { dataset } = link
    const isMember = hasSession(openStorage, dataset['sessionKey'] ?? '')
    const kind = isMember ? 'account' : 'login'
    const page = dataset[`${kind}Href`] ?? ''
    link.setAttribute('href', isMember ? page : addReturn(page, place))
    link.textContent = dataset[`${kind}Label`] ?? ''
  }
}

/** Shows the session now, and whenever this page or another tab begins or ends one. */
export function followSession(root: ParentNode, view: Window): void {
  const show = () => showSession(root, () => view.localStorage, view.location)
  show()
  view.addEventListener('storage', show)
  view.addEventListener('sessionchange', show)
  // A page that comes back from the browser's history was asleep.
  view.addEventListener('pageshow', show)
}
