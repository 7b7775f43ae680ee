import type { Order } from '#api/order.ts'
import { formatPrice } from '#i18n/format.ts'
import { describeFailure } from '#islands/forms/order/describe-failure.ts'
import { useCall } from '#islands/forms/order/use-call.ts'
import { payByBalance } from './request.ts'
import type { PayTexts } from './texts.ts'
import type { OrderWatch } from './use-order.ts'

/** Paying from the balance of the account, at once. */
export function BalancePanel({
  order,
  watch,
  t,
}: {
  order: Order
  watch: OrderWatch
  t: PayTexts
}) {
  const call = useCall()
  async function pay(): Promise<void> {
    await call.run(() => payByBalance(order.order_no))
    // Paid or not, also by somebody else: the order says it.
    await watch.ask()
  }
  return (
    <div className="phone-ways">
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
