import { useState } from 'react'
import { useLoad } from '#features/ui/use-load.ts'
import { dropChoice, keepChoice, readChoice } from '#stores/ticket-choice.ts'
import {
  chooseShow,
  countsOf,
  fitCounts,
  freshKey,
  isSameCounts,
  linesOf,
  limitOf,
  sumCounts,
  withFresh,
  type Counts,
  type FreshTiers,
  type TicketData,
  type TicketTier,
} from './choice.ts'
import { requestTickets, requestTier, type TicketQuote } from './request.ts'
import { useQuote } from './use-quote.ts'

const NONE: Counts = {}

/** What there is to choose, what is chosen, and what it costs. */
export function useTickets(performanceId: number) {
  const [request] = useState(() => requestTickets(performanceId))
  const { state, retry, set } = useLoad(request)
  const [stored] = useState(() => readChoice(performanceId))
  const [own, setOwn] = useState<{ showId: number; counts: Counts } | null>(null)
  const [fresh, setFresh] = useState<FreshTiers>({})
  const [accountLeft, setAccountLeft] = useState<number | null>(null)

  const data = state.status === 'done' ? withFresh(state.data, fresh) : null
  const wanted = own ?? (stored && { showId: stored.show_id, counts: countsOf(stored.lines) })
  const show = data ? chooseShow(data, wanted?.showId) : undefined
  const limits = {
    order: data?.order_limit ?? 0,
    account: accountLeft ?? data?.account_limit ?? 0,
  }
  const isWanted = show !== undefined && wanted?.showId === show.id
  const counts = isWanted ? fitCounts(show, wanted.counts, limits) : NONE
  const quote = useQuote(show?.id, counts, ({ account_left }: TicketQuote) =>
    setAccountLeft(account_left),
  )

  const updateTier = (showId: number, tier: TicketTier): void =>
    setFresh((known) => ({ ...known, [freshKey(showId, tier.id)]: tier }))

  function renew(next: TicketData): void {
    setFresh({})
    set(next)
  }

  function choose(showId: number, next: Counts): void {
    setOwn({ showId, counts: next })
    keepChoice(performanceId, { show_id: showId, lines: linesOf(next) })
  }

  function setCount(tier: TicketTier, count: number): void {
    if (!show) return
    choose(show.id, { ...counts, [tier.id]: count })
    const { id } = show
    requestTier(id, tier.id).then(
      (answer) => answer.status === 'ok' && updateTier(id, answer.data.tier),
      // What is known stays; the order is checked anyway.
      () => undefined,
    )
  }

  /** What became of the choice: made now, brought back, fitted to what is left, its date gone. */
  function compareChoice(): 'new' | 'kept' | 'changed' | 'show_gone' {
    if (wanted === null || sumCounts(wanted.counts) === 0) return 'new'
    if (!isWanted) return 'show_gone'
    if (!isSameCounts(counts, wanted.counts)) return 'changed'
    return own === null ? 'kept' : 'new'
  }

  return {
    state,
    data,
    show,
    counts,
    quote,
    choice: compareChoice(),
    limitFor: (tier: TicketTier) => limitOf(tier, counts, limits),
    chooseShow: (showId: number): void => choose(showId, NONE),
    setCount,
    updateTier,
    forget: (): void => dropChoice(performanceId),
    /** Asks again what is left; what is shown stays until the answer is there. */
    reload(): void {
      if (state.status !== 'done') return retry()
      void request(new AbortController().signal)
        .then((answer) => (answer.status === 'ok' ? renew(answer.data) : undefined))
        // What is shown stays; the order is checked anyway.
        .catch(() => undefined)
    },
  }
}
export type Tickets = ReturnType<typeof useTickets>
