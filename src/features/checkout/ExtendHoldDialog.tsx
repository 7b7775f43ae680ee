import { describeFailure } from '#features/forms/failures.ts'
import type { IslandTexts } from '#i18n/island-areas.ts'
import { useCall } from '#features/order-core/use-call.ts'
import { getOrderKind } from '#features/order-core/order-kinds.ts'
import { Dialog } from '#features/ui/Dialog.tsx'
import { extendHold } from './request.ts'
import type { OrderWatch, OrderWithTiming } from './use-order.ts'

interface Props {
  order: OrderWithTiming
  watch: OrderWatch
  onClose: () => void
  t: IslandTexts<'pay'>
}

/** Offers to extend the hold shortly before the deadline. */
export function ExtendHoldDialog({ order, watch, onClose, t }: Props) {
  const call = useCall()
  async function extend(): Promise<void> {
    const extended = await call.run(() => extendHold(order.order_no))
    if (!extended) return
    watch.set(extended)
    onClose()
  }
  const title = t(getOrderKind(order).extendTitle)
  return (
    <Dialog title={title} closeLabel={t('pay:close')} onClose={onClose}>
      <p className="dialog-text">{t('pay:keep_text')}</p>
      <p className="send-failure" role="alert">
        {call.failure && describeFailure(call.failure, t)}
      </p>
      <div className="dialog-actions">
        <button
          type="button"
          className="button"
          disabled={call.isBusy}
          onClick={() => void extend()}
        >
          {call.isBusy ? t('pay:working') : t('pay:keep_yes')}
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t('pay:keep_no')}
        </button>
      </div>
    </Dialog>
  )
}
