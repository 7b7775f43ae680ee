import { useState } from 'react'
import type { IslandPart } from '#i18n/island-areas.ts'
import type { Locale } from '#i18n/locales.ts'
import { needsLogin, useCreateOrder } from '#features/order-core/use-create-order.ts'
import type { Failure } from '#features/forms/failures.ts'
import { useSession } from '#features/ui/use-session.ts'
import { getLoginHref, href } from '#routes.ts'
import { saveChoice } from '#stores/ticket-choice.ts'
import { toLines, sumPrices } from './choice.ts'
import { readRefusal } from './refusal.ts'
import type { Tickets } from './use-tickets.ts'

/** Orders the selected tickets. Visitors are sent to the login first, which returns to this page. */
export function useTicketOrder(performanceId: number, tickets: Tickets, locale: Locale) {
  const session = useSession()
  const order = useCreateOrder()
  const [expected, setExpected] = useState(0)
  const { show, counts, quote } = tickets
  const refusal = order.failure && readRefusal(order.failure)
  const price =
    refusal?.kind === 'price'
      ? refusal.quote
      : quote.state.status === 'done'
        ? quote.state.quote
        : null
  const payableFen = price?.payable_fen ?? (show ? sumPrices(show, counts) : 0)

  function applyRefusal(failure: Failure): void {
    const refused = readRefusal(failure)
    if (refused.kind === 'other' && refused.isOutdated) tickets.reload()
    if (refused.kind !== 'insufficient' || !show) return
    const tier = show.tiers.find(({ id }) => id === refused.tierId)
    const state = refused.left === 0 ? 'sold_out' : 'few_left'
    if (tier) tickets.updateTier(show.id, { ...tier, places_left: refused.left, state })
  }

  async function submit(): Promise<void> {
    if (!show) return
    const lines = toLines(counts)
    saveChoice(performanceId, { show_id: show.id, lines })
    if (needsLogin(session)) return location.assign(getLoginHref(location))
    setExpected(payableFen)
    const created = await order.create(
      { type: 'performance', show_id: show.id, lines, expected_payable_fen: payableFen },
      applyRefusal,
    )
    if (!created) return
    tickets.clear()
    const route = created.status === 'pending' ? '/pay/pay' : '/pay/success'
    order.leaveTo(href(route, locale, { id: created.order_no }))
  }

  return {
    isMember: session.status === 'member',
    isBusy: order.isBusy,
    /** The latest price of the selection from the API; null without one. */
    price,
    payableFen,
    /** The price in fen that the order was sent with. */
    expected,
    refusal,
    submit,
    clear: order.clear,
  }
}

/** Props of the parts that show the order. */
export interface TicketOrderPart extends IslandPart<'tickets'> {
  tickets: Tickets
  order: ReturnType<typeof useTicketOrder>
}
