import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#client/errors.ts'
import { readToken } from '#stores/session.ts'
import { deleteCachedCard, cacheCard, readCard, type CachedCard } from '#stores/ticket-cache.ts'
import { requestCard } from '#stores/ticket-order.ts'

/** `isCached`: the card is from this device, because the network request failed. */
type CardState =
  | { status: 'loading' }
  | { status: 'shown'; card: CachedCard; isCached: boolean }
  | { status: 'unknown' }
  | { status: 'failed'; error: unknown }

/** How often a visible card is refreshed. */
const REFRESH_MS = 15_000
/** Timeout of the request if there is a cached card. */
const FALLBACK_AFTER_MS = 4000

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 404

/** The state after a failed request: the shown or cached card, if there is one. */
export function fallBack(state: CardState, cached: CachedCard | null, error: unknown): CardState {
  if (isUnknown(error)) return { status: 'unknown' }
  const card = state.status === 'shown' ? state.card : cached
  return card === null ? { status: 'failed', error } : { status: 'shown', card, isCached: true }
}

/** Loads a ticket card: first from the cache of this device, then from the API, repeatedly. */
export function useCard(number: string): { state: CardState; retry: () => void } {
  const [state, setState] = useState<CardState>({ status: 'loading' })
  const restart = useRef(() => {})

  useEffect(() => {
    const controller = new AbortController()
    let isFirst = true

    async function refresh(): Promise<void> {
      const cached = await readCard(number)
      if (controller.signal.aborted) return
      if (cached) {
        setState((now) => (now.status === 'shown' ? now : showCached(cached)))
      }
      const limit = cached ? [AbortSignal.timeout(FALLBACK_AFTER_MS)] : []
      try {
        const result = await requestCard(number, AbortSignal.any([controller.signal, ...limit]))
        if (controller.signal.aborted) return
        if (result.status !== 'ok') {
          // `MemberGate` reports an expired session.
          if (result.status === 'refused') setState({ status: 'unknown' })
          return
        }
        setState({ status: 'shown', card: result.data, isCached: false })
        // Not cached if the member has logged out meanwhile.
        if (readToken() !== null) await cacheCard(number, result.data)
        if (isFirst) void registerWorker()
        isFirst = false
      } catch (error) {
        if (controller.signal.aborted) return
        if (isUnknown(error)) void deleteCachedCard(number)
        setState((now) => fallBack(now, cached, error))
      }
    }

    const refreshIfVisible = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
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
const showCached = (card: CachedCard): CardState => ({
  status: 'shown',
  card,
  isCached: false,
})

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
    active?.postMessage({ type: 'keep', addresses: listLoadedUrls() })
  } catch {
    // Without the worker the page works online only.
  }
}

/** Keeps the screen awake while the page is visible. @returns whether the wake lock is active */
export function useWakeLock(): boolean {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | null = null
    let isUnmounted = false
    // Browsers release the lock when the page is hidden.
    const acquire = async () => {
      if (document.visibilityState !== 'visible') return
      lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (isUnmounted) void lock?.release()
      else setAwake(lock !== null)
    }
    const onVisibilityChange = () => void acquire()
    onVisibilityChange()
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', onVisibilityChange)
      void lock?.release()
    }
  }, [])
  return isAwake
}
