import { useEffect, useState } from 'react'
import { linesOf, type Counts } from './choice.ts'
import { requestQuote, type TicketQuote } from './request.ts'

type QuoteState =
  | { status: 'none' }
  | { status: 'loading'; last: TicketQuote | null }
  | { status: 'done'; quote: TicketQuote }
  | { status: 'failed' }

/** Fast clicks on a stepper are one choice. */
const WAIT_MS = 250

/** What the choice costs this buyer, asked again after each change. */
export function useQuote(
  showId: number | undefined,
  counts: Counts,
  onQuote: (quote: TicketQuote) => void,
) {
  const [answer, setAnswer] = useState<{ of: string; quote: TicketQuote | null } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const lines = linesOf(counts)
  const choice =
    showId === undefined || lines.length === 0
      ? null
      : `${attempt} ${showId} ${JSON.stringify(lines)}`

  useEffect(() => {
    if (choice === null || showId === undefined) return undefined
    const controller = new AbortController()
    const settle = (quote: TicketQuote | null) => {
      if (controller.signal.aborted) return
      setAnswer({ of: choice, quote })
      if (quote) onQuote(quote)
    }
    const timer = setTimeout(() => {
      requestQuote(showId, counts, controller.signal).then(
        (result) => settle(result.status === 'ok' ? result.data : null),
        () => settle(null),
      )
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
    // The choice says what is asked.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [choice])

  let state: QuoteState = { status: 'none' }
  if (choice !== null) {
    if (answer?.of !== choice) state = { status: 'loading', last: answer?.quote ?? null }
    else if (answer.quote) state = { status: 'done', quote: answer.quote }
    else state = { status: 'failed' }
  }
  return { state, retry: (): void => setAttempt((number) => number + 1) }
}
