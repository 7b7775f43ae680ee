// Sign-in by redirect in one tab: the browser goes to a provider and returns to this page with the outcome
// in the URL fragment (`modules/sign-in/redirect.ts` of the API).

const LEFT_KEY = 'sign-in-left'
const FAILURES = ['unfinished', 'unavailable'] as const
export type ReturnFailure = (typeof FAILURES)[number]

export interface Return {
  provider: string
  outcome:
    | { kind: 'credential'; credential: string; nonce: string }
    | { kind: 'failure'; why: ReturnFailure }
}

interface View {
  location: Pick<Location, 'hash' | 'pathname' | 'search' | 'assign'>
  history: Pick<History, 'state' | 'replaceState'>
  sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/** Redirects to a provider; the API redirects back to this page. */
export function leaveFor(provider: string, start: string, view: View = window): void {
  const { location } = view
  try {
    view.sessionStorage.setItem(LEFT_KEY, provider)
  } catch {
    // Without storage the return is not recognised, and the page offers another attempt.
  }
  const query = new URLSearchParams({ return: location.pathname + location.search })
  location.assign(`${start}?${query}`)
}

const readFragment = ({ location }: View): URLSearchParams =>
  new URLSearchParams(location.hash.slice(1))

/** Whether the page was loaded by a return from a provider. */
export const isReturn = (view: View = window): boolean => readFragment(view).has('sign_in')

function takeLeft({ sessionStorage }: View): string | null {
  const provider = sessionStorage.getItem(LEFT_KEY)
  sessionStorage.removeItem(LEFT_KEY)
  return provider
}

/**
 * Reads the outcome and removes it from the URL, before other code can read it there.
 * @returns null without an outcome, or for one of a sign-in that this tab did not start
 */
export function takeReturn(view: View = window): Return | null {
  const fragment = readFragment(view)
  const provider = fragment.get('sign_in')
  if (provider === null) return null
  const { pathname, search } = view.location
  view.history.replaceState(view.history.state, '', pathname + search)
  try {
    if (takeLeft(view) !== provider) return null
  } catch {
    return null
  }
  const [credential, nonce] = [fragment.get('credential'), fragment.get('nonce')]
  if (credential !== null && nonce !== null) {
    return { provider, outcome: { kind: 'credential', credential, nonce } }
  }
  const why = FAILURES.find((one) => one === fragment.get('failure')) ?? 'unfinished'
  return { provider, outcome: { kind: 'failure', why } }
}
