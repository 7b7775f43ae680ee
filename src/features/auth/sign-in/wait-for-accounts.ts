/** Time limit for loading a provider's script; `browser/sign-in-script.ts` uses the same limit. */
const LIMIT_MS = 5000

interface AccountsIdConfig {
  client_id: string
  nonce: string
  callback(response: { credential: string }): void
  /** Called by the embedded provider; Google does not report closed popups. */
  error_callback(): void
  auto_select: false
}

interface AccountsIdButton {
  type: 'standard'
  theme: 'outline'
  size: 'large'
  shape: 'rectangular'
  text: 'continue_with'
  width: number
  locale: string
  click_listener(): void
}

/**
 * The part of Google Identity Services that we use.
 * @see https://developers.google.com/identity/gsi/web/reference/js-reference
 */
export interface AccountsId {
  initialize(config: AccountsIdConfig): void
  renderButton(parent: HTMLElement, options: AccountsIdButton): void
}

/** The globals that a provider's client script defines. */
type Provided = { google?: { accounts?: { id?: AccountsId } } }

interface Page {
  document: Document
  provided: Provided
  limitMs: number
}

function requestScript(root: Document, src: string): HTMLScriptElement {
  const existing = [...root.scripts].find((script) => script.getAttribute('src') === src)
  if (existing) return existing
  const script = root.createElement('script')
  script.src = src
  script.async = true
  root.head.append(script)
  return script
}

/** Waits for a provider's client script; null when it is blocked, broken or too slow. */
export function waitForAccounts(
  src: string,
  // A third-party script: its globals are checked before each use.
  page: Page = { document, provided: globalThis as Provided, limitMs: LIMIT_MS },
): Promise<AccountsId | null> {
  const find = () => page.provided.google?.accounts?.id ?? null
  const accounts = find()
  if (accounts) return Promise.resolve(accounts)
  const script = requestScript(page.document, src)
  return new Promise((resolve) => {
    const finish = () => resolve(find())
    setTimeout(finish, page.limitMs)
    script.addEventListener('load', finish, { once: true })
    script.addEventListener('error', finish, { once: true })
  })
}
