// The site's init data (spec section 7): requested when a page starts and before each change of its
// query. Pages are prerendered with init data, so nothing waits for the request; the footer and the islands
// show newer data (`show-site.ts`, `stores/site.ts`). The previous page cannot request them, because the
// navigation would abort the request.
export interface InitEnvironment {
  fetch: typeof globalThis.fetch
  headers: () => Record<string, string>
  /** The storage of this tab. */
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
  key: string
  /** Notifies the islands of this page. */
  announce: (data: unknown) => void
  log: (message: string, error: unknown) => void
  /** Whether the page is unloading: requests aborted by that are not failures. */
  isLeaving: () => boolean
}

/** Loads and stores the init data in a language. Logs and rethrows failures. */
export async function getInitData(locale: string, env: InitEnvironment): Promise<unknown> {
  try {
    const response = await env.fetch('/api/index/init', {
      headers: env.headers(),
      // Lets the request complete after the visitor has left the page.
      keepalive: true,
      priority: 'low',
    })
    const { code, data } = (await response.json()) as { code?: unknown; data?: unknown }
    if (code !== 200 && code !== 1) throw new Error(String(code ?? response.status))
    store(env, locale, data)
    env.announce(data)
    return data
  } catch (error) {
    if (!env.isLeaving()) env.log('[init]', error)
    throw error
  }
}

function store({ storage, key }: InitEnvironment, locale: string, data: unknown): void {
  try {
    storage().setItem(key, JSON.stringify({ locale, data }))
  } catch {
    // Without storage each page loads the init data again.
  }
}

/** Loads the init data; failures are only logged. */
export const loadSiteInfo = (locale: string, env: InitEnvironment): Promise<unknown> =>
  getInitData(locale, env).catch(() => null)
