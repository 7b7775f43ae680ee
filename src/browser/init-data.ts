// The site's init data (spec section 7): loaded by each page as it starts and before each change of its
// query. Pages are rendered with init data, so nothing waits for it; the footer and the islands show newer
// data (`show-site.ts`, `stores/site.ts`). A request by the page that is left would be aborted.
export interface InitWorld {
  fetch: typeof globalThis.fetch
  headers: () => Record<string, string>
  /** The storage of this tab. */
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
  key: string
  /** Notifies the islands of this page. */
  announce: (data: unknown) => void
  log: (message: string, error: unknown) => void
  /** Whether the page is unloading: aborted requests are then no failures. */
  isLeaving: () => boolean
}

const isSuccess = (code: unknown): boolean => code === 200 || code === 1

/** Loads and stores the init data in a language. Logs and rethrows failures. */
export async function getInitData(locale: string, world: InitWorld): Promise<unknown> {
  try {
    const response = await world.fetch('/api/index/init', {
      headers: world.headers(),
      // Completes also when the page is left.
      keepalive: true,
      priority: 'low',
    })
    const { code, data } = (await response.json()) as { code?: unknown; data?: unknown }
    if (!isSuccess(code)) throw new Error(String(code ?? response.status))
    store(world, locale, data)
    world.announce(data)
    return data
  } catch (error) {
    if (!world.isLeaving()) world.log('[init]', error)
    throw error
  }
}

function store({ storage, key }: InitWorld, locale: string, data: unknown): void {
  try {
    storage().setItem(key, JSON.stringify({ locale, data }))
  } catch {
    // Without storage each page loads the init data again.
  }
}

/** Loads the init data; failures are only logged. */
export const loadSiteInfo = (locale: string, world: InitWorld): Promise<unknown> =>
  getInitData(locale, world).catch(() => null)
