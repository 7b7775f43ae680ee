import type { IslandTexts } from '#i18n/island-areas.ts'
import type { Order } from '#api/order.ts'
import { formatPrice } from '#i18n/format.ts'
import { getOrderKind } from '#features/order-core/order-kinds.ts'
import type { TimedOrder } from '#features/order-core/timed-order.ts'
import { Dialog } from '#features/ui/Dialog.tsx'
import { DialogActions } from '#features/ui/DialogActions.tsx'
import { changeOrder, nameChange, type Change } from './request.ts'
import { useAction } from '#features/forms/use-action.ts'

interface Props {
  change: Change
  order: Order
  t: IslandTexts<'order'>
  onDone: (order: TimedOrder) => void
  onClose: () => void
}

/** What cancelling or giving back means, said before it is done. */
function readWarnings(change: Change, order: Order, t: IslandTexts<'order'>): string[] {
  const kind = getOrderKind(order)
  if (change === 'cancel') return [t('order:cancel_text', { title: kind.name(order, t) })]
  const fen = order.refundable_fen ?? order.payable_fen
  const money = t('order:refund_text', { amount: formatPrice(fen) })
  return [...(fen > 0 ? [money] : []), t(kind.refundText)]
}

/** Asks before an order is cancelled or given back. */
export function ChangeDialog({ change, order, t, onDone, onClose }: Props) {
  const { isBusy, error, run } = useAction(t)
  const name = nameChange(change, order)
  return (
    <Dialog title={t(`order:${name}_title`)} closeLabel={t('order:close')} onClose={onClose}>
      {readWarnings(change, order, t).map((text) => (
        <p className="dialog-text" key={text}>
          {text}
        </p>
      ))}
      <DialogActions
        label={t(isBusy ? 'order:working' : `order:${name}_yes`)}
        isDisabled={isBusy}
        error={error}
        onConfirm={() => void run(() => changeOrder(change, order), onDone)}
      >
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t(name === 'give_up' ? 'order:give_up_keep' : 'order:keep')}
        </button>
      </DialogActions>
    </Dialog>
  )
}
