/** Longer is not waited for the script of a provider; the loader of pages keeps the same limit. */
const LIMIT_MS = 5000

export interface AccountsIdConfig {
  client_id: string
  nonce: string
  callback(answer: { credential: string }): void
  /** Told by the embedded provider; Google says nothing of windows that were closed. */
  error_callback(): void
  auto_select: false
}

export interface AccountsIdButton {
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
 * What we use of Google Identity Services.
 * @see https://developers.google.com/identity/gsi/web/reference/js-reference
 */
export interface AccountsId {
  initialize(config: AccountsIdConfig): void
  renderButton(parent: HTMLElement, options: AccountsIdButton): void
  cancel(): void
}

/** What a client script defines once it has run. */
type Provided = { google?: { accounts?: { id?: AccountsId } } }

interface Page {
  document: Document
  provided: Provided
  limitMs: number
}

const ofThisPage = (): Page => ({
  document,
  // The script is another house's: what it defines is checked wherever it is used.
  provided: globalThis as Provided,
  limitMs: LIMIT_MS,
})

function requestScript(root: Document, src: string): HTMLScriptElement {
  const known = [...root.scripts].find((script) => script.getAttribute('src') === src)
  if (known) return known
  const script = root.createElement('script')
  script.src = src
  script.async = true
  root.head.append(script)
  return script
}

/** Waits for the client script of a provider; null when it is blocked, broken or too slow. */
export function waitForAccounts(
  src: string,
  page: Page = ofThisPage(),
): Promise<AccountsId | null> {
  const find = () => page.provided.google?.accounts?.id ?? null
  const here = find()
  if (here) return Promise.resolve(here)
  const script = requestScript(page.document, src)
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(find()), page.limitMs)
    const finish = () => {
      clearTimeout(timer)
      resolve(find())
    }
    script.addEventListener('load', finish, { once: true })
    script.addEventListener('error', finish, { once: true })
  })
}
