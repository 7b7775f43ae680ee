import { useState } from 'react'
import { refundTickets } from '#api/ticket-changes.ts'
import type { IslandTexts } from '#i18n/island-areas.ts'
import { formatPrice } from '#i18n/format.ts'
import { createAttempts } from '#features/forms/idempotency.ts'
import { useAction } from '#features/forms/use-action.ts'
import { OrderFailure } from '#features/order-core/OrderFailure.tsx'
import type { OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import type { PerformanceOrder } from '#features/order-core/kinds/performance.ts'
import { Dialog, DialogActions } from '#features/ui/Dialog.tsx'
import { recordTiming } from '#features/ui/record-timing.ts'
import { callApi } from '#stores/client.ts'
import { readOffers, TicketChoice } from './TicketChoice.tsx'

interface Props {
  order: PerformanceOrder
  t: IslandTexts<'orderInfo'>
  onDone: (order: OrderWithTiming) => void
  onClose: () => void
}

/** Dialog that refunds single tickets: shows the amount and refunds exactly this amount. */
export function RefundDialog({ order, t, onDone, onClose }: Props) {
  const { isBusy, failure, run } = useAction(t)
  const [attempt] = useState(() => createAttempts())
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const offers = readOffers(order)
  const validCount = order.tickets.filter(({ state }) => state === 'valid').length
  const sum = [...chosen].reduce((total, id) => total + (offers.get(id) ?? 0), 0)

  async function refund(): Promise<void> {
    const body = {
      order_no: order.order_no,
      ticket_ids: [...chosen],
      expected_refund_fen: sum,
    }
    const send = (idempotencyKey: string) =>
      recordTiming(() => callApi(refundTickets, { body, idempotencyKey }))
    await run(() => attempt(body, send), onDone)
  }

  return (
    <Dialog
      title={t('order_info:refund_some_title')}
      closeLabel={t('order:close')}
      onClose={onClose}
    >
      <TicketChoice
        legend={t('order_info:refund_some_choose')}
        tickets={order.tickets}
        offers={offers}
        chosen={chosen}
        onChange={setChosen}
        t={t}
      />
      <p className="ticket-sum" aria-live="polite">
        <span>{t('order_info:refund_some_sum')}</span>
        <span className="numeral">{formatPrice(sum)}</span>
      </p>
      <div className="dialog-text">
        {sum > 0 && <p>{t('order:refund_text', { amount: formatPrice(sum) })}</p>}
        <p>{t('order_info:refund_some_text')}</p>
        {chosen.size < validCount && <p>{t('order_info:refund_some_others')}</p>}
      </div>
      <DialogActions
        label={
          isBusy ? t('order:working') : t('order_info:refund_some_yes', { count: chosen.size })
        }
        isDisabled={isBusy || chosen.size === 0}
        error={failure && <OrderFailure failure={failure} t={t} />}
        onConfirm={() => void refund()}
        cancel={{ label: t('order_info:refund_some_keep'), onClick: onClose }}
      />
    </Dialog>
  )
}
