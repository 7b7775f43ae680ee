import { describeFailure } from '#features/forms/failures.ts'
import type { IslandTexts } from '#i18n/island-areas.ts'
import type { Order } from '#api/order.ts'
import { formatPrice } from '#i18n/format.ts'
import { useCall } from '#features/forms/use-call.ts'
import { payByBalance } from './request.ts'
import type { OrderWatch } from './use-order.ts'

/** Immediate payment from the account balance. */
export function BalancePanel({
  order,
  watch,
  t,
}: {
  order: Order
  watch: OrderWatch
  t: IslandTexts<'pay'>
}) {
  const call = useCall()
  async function pay(): Promise<void> {
    await call.run(() => payByBalance(order.order_no))
    // The order shows the actual state, even if the call failed.
    await watch.refresh()
  }
  return (
    <div className="phone-actions">
      <button type="button" className="button" disabled={call.isBusy} onClick={() => void pay()}>
        {call.isBusy
          ? t('pay:working')
          : t('pay:balance_pay', { sum: formatPrice(order.payable_fen) })}
      </button>
      <p className="send-failure" role="alert">
        {call.failure && describeFailure(call.failure, t)}
      </p>
    </div>
  )
}
