// These scripts are inlined: a module that they share with other scripts would be an extra file.

/** Pattern of a stored user token; `2`, `undefined` and empty are not tokens. */
const TOKEN = '[\\w.~+/=-]{16,512}'

interface SessionView {
  readonly document: { readonly cookie: string }
  /** Reading it throws if storage is blocked. */
  readonly localStorage: Pick<Storage, 'getItem'>
}

/** Whether a cookie or local storage contains a user token; false if storage is blocked. */
export function hasSession(view: SessionView, key: string): boolean {
  try {
    const pairs = `${view.document.cookie}; ${key}=${view.localStorage.getItem(key)}`
    return new RegExp(`(?:^|; )${key}=${TOKEN}(?:;|$)`).test(pairs)
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

/** Switches the header link, whose attributes contain its data, between login and account. */
export function showSession(root: ParentNode, view: SessionView, place: Place): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-account-href]')) {
    const { dataset } = link
    const isMember = hasSession(view, dataset['sessionKey'] ?? '')
    const kind = isMember ? 'account' : 'login'
    const page = dataset[`${kind}Href`] ?? ''
    link.setAttribute('href', isMember ? page : addReturn(page, place))
    link.textContent = dataset[`${kind}Label`] ?? ''
  }
}

/** Updates the header link now and whenever this page or another tab starts or ends a session. */
export function followSession(root: ParentNode, view: Window): void {
  const show = () => showSession(root, view, view.location)
  show()
  // A page restored from the back/forward cache has missed events. Filters change the query in place, which the
  // link needs before it is followed, in this tab or another.
  for (const type of ['storage', 'sessionchange', 'pageshow', 'pointerdown', 'click'])
    view.addEventListener(type, show, true)
}
