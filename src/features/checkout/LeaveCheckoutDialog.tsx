import { CallFailure } from '#features/ui/CallFailure.tsx'
import { describeFailure } from '#features/forms/failures.ts'
import { useCall } from '#features/forms/use-call.ts'
import { Dialog } from '#features/ui/Dialog.tsx'
import { href } from '#routes.ts'
import { cancelUnpaidOrder } from './request.ts'
import type { CheckoutPart } from './use-order.ts'

interface Props extends CheckoutPart {
  onClose: () => void
}

/** Confirmation dialog for leaving the checkout: the order is kept unless it is cancelled here. */
export function LeaveCheckoutDialog({ order, watch, onClose, locale, t }: Props) {
  const call = useCall()
  async function cancel(): Promise<void> {
    const cancelled = await call.run(() => cancelUnpaidOrder(order.order_no))
    if (!cancelled) return void watch.refresh()
    watch.set(cancelled)
    onClose()
  }
  return (
    <Dialog title={t('pay:leave_title')} closeLabel={t('pay:close')} onClose={onClose}>
      <p className="dialog-text">{t('pay:leave_text')}</p>
      <CallFailure reason={call.failure && describeFailure(call.failure, t)} />
      <div className="dialog-actions">
        <a className="button" href={href('/order/Info', locale, { id: order.order_no })}>
          {t('pay:leave_keep')}
        </a>
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={call.isBusy}
          onClick={() => void cancel()}
        >
          {call.isBusy ? t('pay:working') : t('pay:leave_cancel')}
        </button>
      </div>
    </Dialog>
  )
}
