import type { IslandKey, IslandTexts } from '#i18n/island-areas.ts'
import type { Order } from '#api/order.ts'
import { formatPrice } from '#i18n/format.ts'
import { OrderFailure } from '#features/order-core/OrderFailure.tsx'
import { getOrderKind } from '#features/order-core/order-kinds.ts'
import type { OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { Dialog, DialogActions } from '#features/ui/Dialog.tsx'
import { changeOrder, getChangeKey, type Change } from './request.ts'
import { useAction } from '#features/forms/use-action.ts'

interface Props {
  change: Change
  order: Order
  t: IslandTexts<'order'>
  onDone: (order: OrderWithTiming) => void
  onClose: () => void
}

function getReturnedKey({ type, rule }: Order): IslandKey<'order'> {
  if (type === 'performance') return 'order:refund_tickets'
  return rule === 'class_hour' ? 'order:refund_class_hours' : 'order:refund_booking'
}

/** The consequences of cancelling or refunding an order. */
export function listConsequences(change: Change, order: Order, t: IslandTexts<'order'>): string[] {
  if (change === 'cancel') {
    const { cancelText, name } = getOrderKind(order)
    return [t(cancelText, { title: name(order, t) })]
  }
  const fen = order.refundable_fen ?? order.payable_fen
  const refund = t('order:refund_text', { amount: formatPrice(fen) })
  return [...(fen > 0 ? [refund] : []), t(getReturnedKey(order))]
}

/** Confirmation dialog for cancelling or refunding an order. */
export function ChangeDialog({ change, order, t, onDone, onClose }: Props) {
  const { isBusy, failure, run } = useAction(t)
  const name = getChangeKey(change, order)
  return (
    <Dialog title={t(`order:${name}_title`)} closeLabel={t('order:close')} onClose={onClose}>
      {listConsequences(change, order, t).map((text) => (
        <p className="dialog-text" key={text}>
          {text}
        </p>
      ))}
      <DialogActions
        label={t(isBusy ? 'order:working' : `order:${name}_yes`)}
        isDisabled={isBusy}
        error={failure && <OrderFailure failure={failure} t={t} />}
        onConfirm={() => void run(() => changeOrder(change, order), onDone)}
        cancel={{
          label: t(name === 'give_up' ? 'order:give_up_keep' : 'order:keep'),
          onClick: onClose,
        }}
      />
    </Dialog>
  )
}
