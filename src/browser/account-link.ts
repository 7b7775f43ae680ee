/** A stored user token: `v1.` and 32 random bytes; `2`, `undefined` and empty are not tokens. */
const TOKEN = /^[\w.~+/=-]{16,512}$/

/** Whether local storage contains a user token; false if storage is blocked. */
export function hasSession(openStorage: () => Pick<Storage, 'getItem'>, key: string): boolean {
  try {
    return TOKEN.test(openStorage().getItem(key) ?? '')
  } catch {
    return false
  }
}

type Place = Pick<Location, 'pathname' | 'search'>

/** Adds the return path to the login link; the login page keeps the return path that it already has. */
function addReturn(login: string, { pathname, search }: Place): string {
  return pathname === login
    ? login + search
    : `${login}?return=${encodeURIComponent(pathname + search)}`
}

/**
 * Switches the header link between login and account. Its data is in attributes of the link, because this
 * script is inlined and imports nothing.
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

/** Updates the header link now and whenever this page or another tab starts or ends a session. */
export function followSession(root: ParentNode, view: Window): void {
  const show = () => showSession(root, () => view.localStorage, view.location)
  show()
  // A page restored from the back/forward cache has missed events. Filters change the query in place, which the
  // link needs before it is followed, in this tab or another.
  for (const type of ['storage', 'sessionchange', 'pageshow', 'pointerdown', 'click'])
    view.addEventListener(type, show, true)
}
