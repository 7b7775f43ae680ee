import type { Order } from '#api/order.ts'
import { formatPrice } from '#i18n/format.ts'
import { Dialog } from '#islands/ui/Dialog.tsx'
import { nameOrder } from './facts.ts'
import type { HeldOrder } from './read-order.ts'
import { changeOrder, type Change } from './request.ts'
import type { OrderTexts } from './texts.ts'
import { useChange } from './use-change.ts'

interface Props {
  change: Change
  order: Order
  t: OrderTexts
  onDone: (order: HeldOrder) => void
  onClose: () => void
}

/** What cancelling or giving back means, said before it is done. */
function readWarnings(change: Change, order: Order, t: OrderTexts): string[] {
  if (change === 'cancel') return [t('order:cancel_text', { title: nameOrder(order, { t }) })]
  const money = t('order:refund_text', { amount: formatPrice(order.payable_fen) })
  return [
    ...(order.payable_fen > 0 ? [money] : []),
    t(order.type === 'performance' ? 'order:refund_tickets' : 'order:refund_booking'),
  ]
}

/** Asks before an order is cancelled or given back. */
export function ChangeDialog({ change, order, t, onDone, onClose }: Props) {
  const { isBusy, error, run } = useChange(t)
  return (
    <Dialog title={t(`order:${change}_title`)} closeLabel={t('order:close')} onClose={onClose}>
      {readWarnings(change, order, t).map((text) => (
        <p className="dialog-text" key={text}>
          {text}
        </p>
      ))}
      <div role="alert">{error && <p className="send-failure">{error}</p>}</div>
      <div className="dialog-ways">
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => void run(() => changeOrder(change, order), onDone)}
        >
          {t(isBusy ? 'order:working' : `order:${change}_yes`)}
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t('order:keep')}
        </button>
      </div>
    </Dialog>
  )
}
