import { describeFailure } from '#islands/forms/order/describe-failure.ts'
import { useCall } from '#islands/forms/order/use-call.ts'
import { Dialog } from '#islands/ui/Dialog.tsx'
import { href } from '#routes.ts'
import { giveUp } from './request.ts'
import type { PayPart } from './texts.ts'
import type { OrderWatch, WatchedOrder } from './use-order.ts'

interface Props extends PayPart {
  order: WatchedOrder
  watch: OrderWatch
  onClose: () => void
}

/** Leaving the cashier: the order stays unless one says otherwise. */
export function LeaveDialog({ order, watch, onClose, locale, t }: Props) {
  const call = useCall()
  async function cancel(): Promise<void> {
    const cancelled = await call.run(() => giveUp(order.order_no))
    if (!cancelled) return void watch.ask()
    watch.set(cancelled)
    onClose()
  }
  return (
    <Dialog title={t('pay:leave_title')} closeLabel={t('pay:close')} onClose={onClose}>
      <p className="dialog-text">{t('pay:leave_text')}</p>
      <p className="send-failure" role="alert">
        {call.failure && describeFailure(call.failure, t)}
      </p>
      <div className="dialog-ways">
        <a className="button" href={href('/order/Info', locale, { id: order.order_no })}>
          {t('pay:leave_keep')}
        </a>
        <button
          type="button"
          className="button button-quiet"
          disabled={call.isBusy}
          onClick={() => void cancel()}
        >
          {call.isBusy ? t('pay:working') : t('pay:leave_cancel')}
        </button>
      </div>
    </Dialog>
  )
}
