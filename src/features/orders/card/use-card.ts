import { useEffect, useRef, useState } from 'react'
import { isNotFound } from '#client/errors.ts'
import { readToken, endSession } from '#stores/session.ts'
import { deleteCachedCard, cacheCard, readCard, type CachedCard } from '#stores/ticket-cache.ts'
import { getOrder } from '#api/order.ts'
import { unwrapResult, type CallResult } from '#client/create-client.ts'
import { preloadQrCode } from '#features/ui/QrCode.tsx'
import { createResponseOrder } from '#features/ui/response-order.ts'
import { SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import { createBrowserClient } from '#stores/client.ts'

/** `isCached`: the card is from this device, because the request failed. */
type CardState =
  | { status: 'loading' }
  | { status: 'shown'; card: CachedCard; isCached: boolean }
  | { status: 'unknown' }
  | { status: 'failed'; error: unknown }

/** How often a visible card is refreshed. */
const REFRESH_MS = 15_000
/** Timeout of the request if there is a cached card. */
const FALLBACK_AFTER_MS = 4000

/** The state after a failed request: the shown or cached card, if there is one. */
export function fallBack(state: CardState, cached: CachedCard | null, error: unknown): CardState {
  if (isNotFound(error)) return { status: 'unknown' }
  const card = state.status === 'shown' ? state.card : cached
  return card === null ? { status: 'failed', error } : { status: 'shown', card, isCached: true }
}

/** Loads a ticket card: first from the cache of this device, then from the API, repeatedly. */
export function useCard(number: string): { state: CardState; retry: () => void } {
  const [state, setState] = useState<CardState>({ status: 'loading' })
  const restart = useRef(() => {})

  useEffect(() => {
    const controller = new AbortController()
    const responses = createResponseOrder()
    let isFirst = true

    async function refresh(): Promise<void> {
      const isNewest = responses.begin()
      const cached = await readCard(number)
      if (controller.signal.aborted) return
      if (cached) {
        setState((now) => (now.status === 'shown' ? now : showCached(cached)))
      }
      const limit = cached ? [AbortSignal.timeout(FALLBACK_AFTER_MS)] : []
      try {
        const result = await requestCard(number, AbortSignal.any([controller.signal, ...limit]))
        if (controller.signal.aborted || !isNewest()) return
        // `MemberGate` reports an expired session.
        if (result.status === 'unauthorized') return
        // Throws for a refusal, such as for too many calls or during maintenance.
        const card = unwrapResult(result)
        setState({ status: 'shown', card, isCached: false })
        // Not cached if the member has logged out meanwhile.
        if (readToken() !== null) await cacheCard(number, card)
        if (isFirst) void registerWorker()
        isFirst = false
      } catch (error) {
        if (controller.signal.aborted || !isNewest()) return
        if (isNotFound(error)) void deleteCachedCard(number)
        setState((now) => fallBack(now, cached, error))
      }
    }

    const refreshIfVisible = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    preloadQrCode()
    void refresh()
    restart.current = () => {
      setState({ status: 'loading' })
      void refresh()
    }
    const timer = setInterval(refreshIfVisible, REFRESH_MS)
    document.addEventListener('visibilitychange', refreshIfVisible)
    addEventListener('online', refreshIfVisible)
    return () => {
      controller.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshIfVisible)
      removeEventListener('online', refreshIfVisible)
    }
  }, [number])

  return { state, retry: () => restart.current() }
}

/** Shows a cached card before the first response, without the offline notice. */
const showCached = (card: CachedCard): CardState => ({ status: 'shown', card, isCached: false })

/** The service worker in `public/`; its scope is the path of the card page only. */
const WORKER = '/tickets-sw.js'

/** URLs of this page and of everything that it has loaded; the worker caches some of them. */
function listLoadedUrls(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  return [location.pathname + location.search, ...loaded]
}

/** Registers the worker that caches this page for offline use. Insecure contexts have no workers. */
async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(WORKER, { scope: location.pathname })
    const { active } = await navigator.serviceWorker.ready
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
    active?.postMessage({ type: 'precache', urls: listLoadedUrls() })
  } catch {
    // Without the worker the page works online only.
  }
}

/** Requests an order in every language of the site, because a ticket card shows all of them. */
async function requestCard(orderNo: string, signal: AbortSignal): Promise<CallResult<CachedCard>> {
  const token = readToken()
  const request = async (locale: Locale) => ({
    locale,
    result: await createBrowserClient(readToken, () => locale)(getOrder, {
      query: { order_no: orderNo },
      signal,
    }),
  })
  const orders: CachedCard['orders'] = {}
  let asOf = ''
  for (const { locale, result } of await Promise.all(SITE_LOCALES.map(request))) {
    if (result.status !== 'ok') {
      if (result.status === 'unauthorized' && token !== null) endSession('expired', token)
      return result
    }
    orders[locale] = result.data
    asOf = result.data.server_time
  }
  return { status: 'ok', data: { orders, asOf } }
}
