import { describeFailure } from '#islands/forms/order/describe-failure.ts'
import { useCall } from '#islands/forms/order/use-call.ts'
import { Dialog } from '#islands/ui/Dialog.tsx'
import { holdLonger } from './request.ts'
import type { PayTexts } from './texts.ts'
import type { OrderWatch, WatchedOrder } from './use-order.ts'

interface Props {
  order: WatchedOrder
  watch: OrderWatch
  onClose: () => void
  t: PayTexts
}

/** Shortly before the end: whether to hold the order longer. */
export function KeepDialog({ order, watch, onClose, t }: Props) {
  const call = useCall()
  async function keep(): Promise<void> {
    const kept = await call.run(() => holdLonger(order.order_no))
    if (!kept) return
    watch.set(kept)
    onClose()
  }
  const title = t(order.type === 'performance' ? 'pay:keep_title' : 'pay:keep_title_other')
  return (
    <Dialog title={title} closeLabel={t('pay:close')} onClose={onClose}>
      <p className="dialog-text">{t('pay:keep_text')}</p>
      <p className="send-failure" role="alert">
        {call.failure && describeFailure(call.failure, t)}
      </p>
      <div className="dialog-ways">
        <button type="button" className="button" disabled={call.isBusy} onClick={() => void keep()}>
          {call.isBusy ? t('pay:working') : t('pay:keep_yes')}
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t('pay:keep_no')}
        </button>
      </div>
    </Dialog>
  )
}
