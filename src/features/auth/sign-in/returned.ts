// Sign-in by redirect in one tab: the browser goes to a provider and returns to this page with the outcome
// in the URL fragment (`modules/sign-in/redirect.ts` of the API).
import { readItem, removeItem, writeItem } from '#stores/safe-storage.ts'

const PENDING_KEY = 'sign-in-pending'
const FAILURES = ['unfinished', 'unavailable'] as const
export type ReturnFailure = (typeof FAILURES)[number]

export interface Return {
  provider: string
  outcome:
    | { kind: 'credential'; credential: string; nonce: string; isAgreed: boolean }
    | { kind: 'failure'; why: ReturnFailure }
}

/**
 * Redirects to a provider; the API redirects back to this page. Without storage the return is not recognised,
 * and the page offers another attempt.
 * @param isAgreed whether the visitor has given consent, which applies after the return
 */
export function openProvider(provider: string, start: string, isAgreed: boolean): void {
  writeItem('sessionStorage', PENDING_KEY, `${provider} ${isAgreed}`)
  const query = new URLSearchParams({ return: location.pathname + location.search })
  location.assign(`${start}?${query}`)
}

const readFragment = (): URLSearchParams => new URLSearchParams(location.hash.slice(1))

/** Whether the page was loaded by a return from a provider. */
export const isReturn = (): boolean => readFragment().has('sign_in')

function takePending(): string[] {
  const pending = readItem('sessionStorage', PENDING_KEY)
  removeItem('sessionStorage', PENDING_KEY)
  return pending?.split(' ') ?? []
}

/**
 * Reads the outcome and removes it from the URL, before other code can read it there.
 * @returns null without an outcome, or for one of a sign-in that this tab did not start
 */
export function takeReturn(): Return | null {
  const fragment = readFragment()
  const provider = fragment.get('sign_in')
  if (provider === null) return null
  history.replaceState(history.state, '', location.pathname + location.search)
  const [pending, agreed] = takePending()
  if (pending !== provider) return null
  const [credential, nonce] = [fragment.get('credential'), fragment.get('nonce')]
  if (credential !== null && nonce !== null) {
    const isAgreed = agreed === 'true'
    return { provider, outcome: { kind: 'credential', credential, nonce, isAgreed } }
  }
  const why = FAILURES.find((one) => one === fragment.get('failure')) ?? 'unfinished'
  return { provider, outcome: { kind: 'failure', why } }
}
