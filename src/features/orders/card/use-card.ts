import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#client/errors.ts'
import { readToken } from '#stores/session.ts'
import { forgetCard, cacheCard, readCard, type CachedCard } from '#stores/ticket-cache.ts'
import { requestCard } from '#stores/ticket-order.ts'
import { registerWorker } from './register-worker.ts'

/** `cached`: from this device, because there is no network. */
export type CardState =
  | { status: 'loading' }
  | { status: 'shown'; card: CachedCard; isCached: boolean }
  | { status: 'unknown' }
  | { status: 'failed'; error: unknown }

/** How often the code renews itself while it is in sight. */
const RENEW_MS = 15_000
/** With a card at hand nobody waits longer for the network. */
const FALLBACK_AFTER_MS = 4000

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 404

/** What the card becomes after an answer did not come. */
export function fallBack(state: CardState, cached: CachedCard | null, error: unknown): CardState {
  if (isUnknown(error)) return { status: 'unknown' }
  const card = state.status === 'shown' ? state.card : cached
  return card === null ? { status: 'failed', error } : { status: 'shown', card, isCached: true }
}

/** A ticket card: at once from this device, then from the server, again and again. */
export function useCard(number: string): { state: CardState; retry: () => void } {
  const [state, setState] = useState<CardState>({ status: 'loading' })
  const again = useRef(() => {})

  useEffect(() => {
    const leaving = new AbortController()
    let isFirst = true

    async function refresh(): Promise<void> {
      const cached = await readCard(number)
      if (leaving.signal.aborted) return
      if (cached) {
        setState((now) => (now.status === 'shown' ? now : fallBackQuietly(cached)))
      }
      const limit = cached ? [AbortSignal.timeout(FALLBACK_AFTER_MS)] : []
      try {
        const answer = await requestCard(number, AbortSignal.any([leaving.signal, ...limit]))
        if (leaving.signal.aborted) return
        if (answer.status !== 'ok') {
          // A session that is over is said by the gate; a refusal has nothing to show.
          if (answer.status === 'refused') setState({ status: 'unknown' })
          return
        }
        setState({ status: 'shown', card: answer.data, isCached: false })
        // Whoever logged out meanwhile leaves nothing behind.
        if (readToken() !== null) await cacheCard(number, answer.data)
        if (isFirst) void registerWorker()
        isFirst = false
      } catch (error) {
        if (leaving.signal.aborted) return
        if (isUnknown(error)) void forgetCard(number)
        setState((now) => fallBack(now, cached, error))
      }
    }

    const renew = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    void refresh()
    again.current = () => {
      setState({ status: 'loading' })
      void refresh()
    }
    const timer = setInterval(renew, RENEW_MS)
    document.addEventListener('visibilitychange', renew)
    addEventListener('online', renew)
    return () => {
      leaving.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
      removeEventListener('online', renew)
    }
  }, [number])

  return { state, retry: () => again.current() }
}

/** Shown before the server was heard: it says nothing of a missing network yet. */
const fallBackQuietly = (card: CachedCard): CardState => ({
  status: 'shown',
  card,
  isCached: false,
})
