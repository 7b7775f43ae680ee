import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#client/errors.ts'
import { readToken } from '#stores/session.ts'
import { forgetCard, keepCard, readCard, type KeptCard } from '#stores/ticket-cache.ts'
import { requestCard } from '#stores/ticket-order.ts'
import { registerWorker } from './register-worker.ts'

/** `kept`: from this device, because there is no network. */
export type CardState =
  | { status: 'loading' }
  | { status: 'shown'; card: KeptCard; isKept: boolean }
  | { status: 'unknown' }
  | { status: 'failed'; error: unknown }

/** How often the code renews itself while it is in sight. */
const RENEW_MS = 15_000
/** With a card at hand nobody waits longer for the network. */
const PATIENCE_MS = 4000

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 404

/** What the card becomes after an answer did not come. */
export function fallBack(state: CardState, kept: KeptCard | null, error: unknown): CardState {
  if (isUnknown(error)) return { status: 'unknown' }
  const card = state.status === 'shown' ? state.card : kept
  return card === null ? { status: 'failed', error } : { status: 'shown', card, isKept: true }
}

/** A ticket card: at once from this device, then from the server, again and again. */
export function useCard(number: string): { state: CardState; retry: () => void } {
  const [state, setState] = useState<CardState>({ status: 'loading' })
  const again = useRef(() => {})

  useEffect(() => {
    const leaving = new AbortController()
    let isFirst = true

    async function ask(): Promise<void> {
      const kept = await readCard(number)
      if (leaving.signal.aborted) return
      if (kept) {
        setState((now) => (now.status === 'shown' ? now : fallBackQuietly(kept)))
      }
      const limit = kept ? [AbortSignal.timeout(PATIENCE_MS)] : []
      try {
        const answer = await requestCard(number, AbortSignal.any([leaving.signal, ...limit]))
        if (leaving.signal.aborted) return
        if (answer.status !== 'ok') {
          // A session that is over is said by the gate; a refusal has nothing to show.
          if (answer.status === 'refused') setState({ status: 'unknown' })
          return
        }
        setState({ status: 'shown', card: answer.data, isKept: false })
        // Whoever logged out meanwhile leaves nothing behind.
        if (readToken() !== null) await keepCard(number, answer.data)
        if (isFirst) void registerWorker()
        isFirst = false
      } catch (error) {
        if (leaving.signal.aborted) return
        if (isUnknown(error)) void forgetCard(number)
        setState((now) => fallBack(now, kept, error))
      }
    }

    const renew = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    void ask()
    again.current = () => {
      setState({ status: 'loading' })
      void ask()
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
const fallBackQuietly = (card: KeptCard): CardState => ({ status: 'shown', card, isKept: false })
