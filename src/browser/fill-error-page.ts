interface Note {
  status: number
  message: string
  /** The address that failed. */
  from: string
}

/** The window of a tab, as far as an error is handed on in it. Reading the storage may throw. */
type Tab = Pick<Window, 'sessionStorage'>

function isNote(note: unknown): note is Note {
  if (typeof note !== 'object' || note === null) return false
  const { status, message, from } = note as Partial<Record<keyof Note, unknown>>
  // One leading slash: `//host` would be another site.
  const isOwnPath = typeof from === 'string' && /^\/(?![/\\])/.test(from)
  return Number.isInteger(status) && typeof message === 'string' && isOwnPath
}

/** The error that led here, taken out of storage so that a later visit does not show it again. */
export function takeRouteError(tab: Tab, key: string): Note | null {
  try {
    const note: unknown = JSON.parse(tab.sessionStorage.getItem(key) ?? 'null')
    tab.sessionStorage.removeItem(key)
    return isNote(note) ? note : null
  } catch {
    return null
  }
}

/**
 * Writes the error that led here (`error-page.ts`) into the error page, as text. The key stands on
 * the page: a script that imports nothing is printed into it, and works when no other file does.
 */
export function fillErrorPage(root: ParentNode, tab: Tab): void {
  const find = (name: string) => root.querySelector<HTMLElement>(`[data-error="${name}"]`)
  const [status, message, retry] = [find('status'), find('message'), find('retry')]
  const note = takeRouteError(tab, message?.dataset['errorKey'] ?? '')
  if (!note || !status || !message) return
  status.textContent = String(note.status)
  message.textContent = note.message
  message.lang = /\p{Script=Han}/u.test(note.message) ? 'zh-CN' : 'en'
  retry?.setAttribute('href', note.from)
  const state = root.querySelector('#page-state')
  if (!state?.textContent) return
  const { from: _from, ...error } = note
  state.textContent = JSON.stringify({ ...JSON.parse(state.textContent), error })
}
