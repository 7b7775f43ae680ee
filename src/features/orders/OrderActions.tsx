import { useState, type ReactNode } from 'react'
import type { Order } from '#api/order.ts'
import type { IslandPart, IslandTexts } from '#i18n/island-areas.ts'
import { getOrderKind } from '#features/order-core/order-kinds.ts'
import type { OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { href } from '#routes.ts'
import { formatPrice } from '#i18n/format.ts'
import { Dialog, DialogActions } from '#features/ui/Dialog.tsx'
import { useAction } from '#features/forms/use-action.ts'
import { getChangeKey, changeOrder, type Change } from './request.ts'

interface Props extends IslandPart<'order'> {
  order: Order
  onChange: (order: OrderWithTiming) => void
  children?: ReactNode
}

/** The actions that the API currently allows for an order (`order.actions`). */
export function OrderActions({ order, onChange, locale, t, children }: Props) {
  const [change, setChange] = useState<Change | null>(null)
  const changes = (['cancel', 'refund'] as const).filter((name) => order.actions[name])
  return (
    <div className="order-actions">
      {order.actions.pay && (
        <a
          className="button"
          href={href('/pay/pay', locale, { id: order.order_no })}
          aria-label={t('order:pay_of', { title: getOrderKind(order).name(order, t) })}
        >
          {t('order:pay')}
        </a>
      )}
      {children}
      {changes.map((name) => (
        <button type="button" className="row-action" key={name} onClick={() => setChange(name)}>
          {t(`order:${getChangeKey(name, order)}`)}
        </button>
      ))}
      {change && (
        <ChangeDialog
          change={change}
          order={order}
          t={t}
          onClose={() => setChange(null)}
          onDone={(next) => {
            setChange(null)
            onChange(next)
          }}
        />
      )}
    </div>
  )
}

interface ChangeDialogProps {
  change: Change
  order: Order
  t: IslandTexts<'order'>
  onDone: (order: OrderWithTiming) => void
  onClose: () => void
}

/** The consequences of cancelling or refunding an order. */
function listConsequences(change: Change, order: Order, t: IslandTexts<'order'>): string[] {
  const kind = getOrderKind(order)
  if (change === 'cancel') return [t('order:cancel_text', { title: kind.name(order, t) })]
  const fen = order.refundable_fen ?? order.payable_fen
  const refund = t('order:refund_text', { amount: formatPrice(fen) })
  return [...(fen > 0 ? [refund] : []), t(kind.refundText)]
}

/** Confirmation dialog for cancelling or refunding an order. */
function ChangeDialog({ change, order, t, onDone, onClose }: ChangeDialogProps) {
  const { isBusy, error, run } = useAction(t)
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
