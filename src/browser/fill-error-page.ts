import type { RouteError } from '#routes.ts'

interface ErrorRecord extends RouteError {
  /** Path and query of the page that failed. */
  from: string
}

/** The window properties in use. Reading the storage may throw. */
type Tab = Pick<Window, 'sessionStorage'>

function isErrorRecord(record: unknown): record is ErrorRecord {
  if (typeof record !== 'object' || record === null) return false
  const { status, message, from } = record as Partial<Record<keyof ErrorRecord, unknown>>
  // One leading slash: `//host` would be another site.
  const isOwnPath = typeof from === 'string' && /^\/(?![/\\])/.test(from)
  return Number.isInteger(status) && typeof message === 'string' && isOwnPath
}

/** Reads and removes the stored error, so that a later visit does not show it again. */
export function takeRouteError(tab: Tab, key: string): ErrorRecord | null {
  try {
    const record: unknown = JSON.parse(tab.sessionStorage.getItem(key) ?? 'null')
    tab.sessionStorage.removeItem(key)
    return isErrorRecord(record) ? record : null
  } catch {
    return null
  }
}

/**
 * Inserts the stored error (`error-page.ts`) into the error page as text. The storage key is in an
 * attribute, because this script is inlined and imports nothing, so that it works when files do not load.
 */
export function fillErrorPage(root: ParentNode, tab: Tab): void {
  const find = (name: string) => root.querySelector<HTMLElement>(`[data-error="${name}"]`)
  const [status, message, retry] = [find('status'), find('message'), find('retry')]
  const record = takeRouteError(tab, message?.dataset['errorKey'] ?? '')
  if (!record || !status || !message) return
  status.textContent = String(record.status)
  message.textContent = record.message
  message.lang = /\p{Script=Han}/u.test(record.message) ? 'zh-CN' : 'en'
  retry?.setAttribute('href', record.from)
  const state = root.querySelector('#page-state')
  if (!state?.textContent) return
  const { from: _from, ...error } = record
  state.textContent = JSON.stringify({ ...JSON.parse(state.textContent), error })
}
