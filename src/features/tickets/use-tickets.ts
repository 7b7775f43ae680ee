import { useEffect, useEffectEvent, useState } from 'react'
import { useLoad } from '#features/ui/use-load.ts'
import { useRefreshOnReturn } from '#features/ui/use-refresh-on-return.ts'
import { deleteChoice, saveChoice, readChoice } from '#stores/ticket-choice.ts'
import {
  chooseShow,
  toCounts,
  fitCounts,
  isSameCounts,
  toLines,
  getLimit,
  sumCounts,
  replaceTier,
  type Counts,
  type TicketTier,
} from './choice.ts'
import { requestTickets, requestTier, type TicketQuote } from './request.ts'
import { getTimeToSale } from './sale.ts'
import { useQuote } from './use-quote.ts'

const NONE: Counts = {}

/** The available shows and price levels, the selection, and its price. */
export function useTickets(performanceId: number) {
  const [request] = useState(() => requestTickets(performanceId))
  const load = useLoad(request)
  const { state, retry, refresh, update } = load
  // Also updates a page whose device slept over the start of the sale.
  useRefreshOnReturn(load)
  const [stored] = useState(() => readChoice(performanceId))
  const [edited, setEdited] = useState<{ showId: number; counts: Counts } | null>(null)
  const [accountLeft, setAccountLeft] = useState<number | null>(null)

  const data = state.status === 'done' ? state.data : null
  const selection = edited ?? (stored && { showId: stored.show_id, counts: toCounts(stored.lines) })
  const show = data ? chooseShow(data, selection?.showId) : undefined
  const limits = {
    order: data?.order_limit ?? 0,
    account: accountLeft ?? data?.account_limit ?? 0,
  }
  const isAvailable = show !== undefined && selection?.showId === show.id
  const counts = isAvailable ? fitCounts(show, selection.counts, limits) : NONE
  const quote = useQuote(show?.id, counts, ({ account_left }: TicketQuote) =>
    setAccountLeft(account_left),
  )

  const timeToSale = data && getTimeToSale(data.shows, data.server_time)
  const startSale = useEffectEvent(() => {
    // Without a show on sale, a failure must be shown: a refresh would leave the notice of the coming sale.
    if (!show) return retry()
    refresh()
    // The price may have been refused to all but members.
    quote.retry()
  })
  useEffect(() => {
    if (timeToSale === null) return undefined
    const timer = setTimeout(() => startSale(), timeToSale)
    return () => clearTimeout(timer)
  }, [timeToSale])

  const updateTier = (showId: number, tier: TicketTier): void =>
    update((latest) => replaceTier(latest, showId, tier))

  function choose(showId: number, next: Counts): void {
    setEdited({ showId, counts: next })
    saveChoice(performanceId, { show_id: showId, lines: toLines(next) })
  }

  function setCount(tier: TicketTier, count: number): void {
    if (!show) return
    choose(show.id, { ...counts, [tier.id]: count })
    const { id } = show
    requestTier(id, tier.id).then(
      (result) => result.status === 'ok' && updateTier(id, result.data.tier),
      // The shown availability is kept: the API checks the order anyway.
      () => undefined,
    )
  }

  /**
   * The state of the selection: `new` on this visit, `kept` from an earlier one, `changed` to fit the
   * availability, or `show_gone` if its show is not available.
   */
  function compareChoice(): 'new' | 'kept' | 'changed' | 'show_gone' {
    if (selection === null || sumCounts(selection.counts) === 0) return 'new'
    if (!isAvailable) return 'show_gone'
    if (!isSameCounts(counts, selection.counts)) return 'changed'
    return edited === null ? 'kept' : 'new'
  }

  return {
    state,
    data,
    show,
    counts,
    quote,
    choice: compareChoice(),
    limitFor: (tier: TicketTier) => getLimit(tier, counts, limits),
    chooseShow: (showId: number): void => choose(showId, NONE),
    setCount,
    updateTier,
    clear: (): void => deleteChoice(performanceId),
    reload: refresh,
  }
}
export type Tickets = ReturnType<typeof useTickets>
