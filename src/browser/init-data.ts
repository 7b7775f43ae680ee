// The site's initial data (spec section 7): read when the language changed, and before each change of
// the route. Pages are printed with them, so nothing waits; islands take what is newer from the tab's
// storage (`stores/site.ts`).

export interface InitWorld {
  fetch: typeof globalThis.fetch
  /** The storage of this tab. */
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
  key: string
  /** Tells the islands of this page. */
  announce: (data: unknown) => void
  log: (message: string, error: unknown) => void
  /** Whether the page is being left: what breaks off then is no failure. */
  isLeaving: () => boolean
}

const isSuccess = (code: unknown): boolean => code === 200 || code === 1

/** Reads the init data in a language and keeps them. Logs a failure and passes it on. */
export async function getInitData(locale: string, world: InitWorld): Promise<unknown> {
  try {
    const response = await world.fetch('/api/index/init', {
      headers: { server: '0', lang: locale, token: '' },
      priority: 'low',
    })
    const { code, data } = (await response.json()) as { code?: unknown; data?: unknown }
    if (!isSuccess(code)) throw new Error(String(code ?? response.status))
    keep(world, locale, data)
    world.announce(data)
    return data
  } catch (error) {
    if (!world.isLeaving()) world.log('[init]', error)
    throw error
  }
}

function keep({ storage, key }: InitWorld, locale: string, data: unknown): void {
  try {
    storage().setItem(key, JSON.stringify({ locale, data }))
  } catch {
    // Without storage each page reads them again.
  }
}

/** Whether this tab has the init data of a language. */
export function hasInitData(locale: string, { storage, key }: InitWorld): boolean {
  try {
    const kept = JSON.parse(storage().getItem(key) ?? '{}') as { locale?: string }
    return kept.locale === locale
  } catch {
    return false
  }
}

/** Reads them before the route changes; a failure was logged, and the change goes on. */
export const loadSiteInfo = (locale: string, world: InitWorld): Promise<unknown> =>
  getInitData(locale, world).catch(() => null)
