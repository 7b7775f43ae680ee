import { useAction } from '#features/forms/use-action.ts'
import { Dialog, DialogActions } from '#features/ui/Dialog.tsx'
import { extendHold } from './request.ts'
import type { CheckoutPart } from './use-order.ts'

interface Props extends CheckoutPart {
  onClose: () => void
}

/** Offers to extend the hold shortly before the deadline. */
export function ExtendHoldDialog({ order, watch, onClose, t }: Props) {
  const { isBusy, error, run } = useAction(t)
  const extend = () =>
    run(
      () => extendHold(order.order_no),
      // The dialog closes with the old deadline.
      (extended) => watch.set(extended),
    )
  const title = t(order.type === 'performance' ? 'pay:keep_title' : 'pay:keep_title_other')
  return (
    <Dialog title={title} closeLabel={t('pay:close')} onClose={onClose}>
      <p className="dialog-text">{t('pay:keep_text')}</p>
      <DialogActions
        label={t(isBusy ? 'pay:working' : 'pay:keep_yes')}
        isDisabled={isBusy}
        error={error}
        onConfirm={() => void extend()}
        cancel={{ label: t('pay:keep_no'), onClick: onClose }}
      />
    </Dialog>
  )
}
