import { ROUTE_ERROR } from '#config.ts'
import type { RouteError } from '#routes.ts'
import { readToken } from '#stores/session.ts'
import { showErrorPage } from './error-page.ts'

/** The visitor data for guards. */
interface Visitor {
  isMember: boolean
}

type GuardResult = { kind: 'pass' } | { kind: 'login' } | { kind: 'error'; error: RouteError }

/** Runs guards in order: `auth` requires a login, any other guard is an error (spec section 8). */
export function checkGuards(names: readonly string[], { isMember }: Visitor): GuardResult {
  for (const name of names) {
    if (name !== 'auth') {
      const message = `Unknown middleware ${name}`
      return { kind: 'error', error: { status: ROUTE_ERROR.status, message } }
    }
    if (!isMember) return { kind: 'login' }
  }
  return { kind: 'pass' }
}

type Tab = Pick<Window, 'location' | 'sessionStorage'>

/** Runs the guards of a page and redirects to the login or the error page. */
export function runGuards(root: ParentNode, tab: Tab, visitor: Visitor): void {
  const place = root.querySelector<HTMLElement>('[data-guards]')
  const names = (place?.dataset['guards'] ?? '').split(' ').filter(Boolean)
  const verdict = checkGuards(names, visitor)
  if (verdict.kind === 'pass') return
  if (verdict.kind === 'error') return showErrorPage(verdict.error, tab)
  const { pathname, search, hash } = tab.location
  // A fragment with the credential of a sign-in must not reach the server (`modules/sign-in/redirect.ts` of the API).
  const fragment = hash.startsWith('#sign_in=') ? '' : hash
  const query = new URLSearchParams({ return: pathname + search + fragment })
  tab.location.replace(`${place?.dataset['login'] ?? '/login'}?${query}`)
}

/** Runs the guards of this page for the current visitor. */
export const guardPage = (): void => runGuards(document, window, { isMember: readToken() !== null })
