import { toResultFailure, type Failure } from '#features/forms/failures.ts'
import { useEffect, useState } from 'react'
import { toLines, type Counts } from './choice.ts'
import { requestQuote, type TicketQuote } from './request.ts'

type QuoteState =
  | { status: 'none' }
  | { status: 'loading' }
  | { status: 'done'; quote: TicketQuote }
  /** `failure`: why the API refused a price; null if it may respond to a retry. */
  | { status: 'failed'; failure: Failure | null }

/** Several fast clicks on a stepper cause one request. */
const DEBOUNCE_MS = 250

/** Requests the price of the selection for this buyer after each change. */
export function useQuote(
  showId: number | undefined,
  counts: Counts,
  onQuote: (quote: TicketQuote) => void,
) {
  const [last, setLast] = useState<{ of: string; state: QuoteState } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const lines = toLines(counts)
  const choice =
    showId === undefined || lines.length === 0
      ? null
      : `${attempt} ${showId} ${JSON.stringify(lines)}`

  useEffect(() => {
    if (choice === null || showId === undefined) return undefined
    const controller = new AbortController()
    const settle = (state: QuoteState) => {
      if (controller.signal.aborted) return
      setLast({ of: choice, state })
      if (state.status === 'done') onQuote(state.quote)
    }
    const timer = setTimeout(() => {
      requestQuote(showId, counts, controller.signal).then(
        (result) => {
          if (result.status === 'ok') return settle({ status: 'done', quote: result.data })
          // Visitors whose session has ended get a price without one.
          const failure = result.status === 'refused' ? toResultFailure(result) : null
          return settle({ status: 'failed', failure })
        },
        () => settle({ status: 'failed', failure: null }),
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
    // `choice` contains all inputs of the request.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [choice])

  let state: QuoteState = { status: 'none' }
  if (choice !== null) state = last?.of === choice ? last.state : { status: 'loading' }
  return { state, retry: (): void => setAttempt((number) => number + 1) }
}
