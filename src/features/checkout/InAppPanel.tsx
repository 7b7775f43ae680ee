import { CallFailure } from '#features/ui/CallFailure.tsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { describeFailure } from '#features/forms/failures.ts'
import { useCall } from '#features/forms/use-call.ts'
import { formatPrice } from '#i18n/format.ts'
import { markPayment, takePaymentMark } from '#stores/payment-visit.ts'
import { payInApp } from './request.ts'
import type { CheckoutPart } from './use-order.ts'
import { payByBridge, type BridgeOutcome } from './wechat-bridge.ts'

/**
 * Payment inside WeChat. The first payment redirects once, so that WeChat can identify the payer, and
 * continues automatically after the return.
 */
export function InAppPanel({ order, watch, t }: CheckoutPart) {
  const { order_no } = order
  const [outcome, setOutcome] = useState<BridgeOutcome | 'unidentified' | null>(null)
  const call = useCall()

  async function open({ isReturn }: { isReturn: boolean }): Promise<void> {
    // The button is disabled until WeChat's payment sheet has closed.
    const data = await call.run(async () => {
      const result = await payInApp(order_no)
      if (result.status === 'ok' && result.data.status !== 'identify') {
        setOutcome(await payByBridge(result.data.request))
      }
      return result
    })
    if (!data) return
    if (data.status === 'identify') {
      if (isReturn) return setOutcome('unidentified')
      markPayment('identifying', order_no)
      return call.leaveTo(data.url)
    }
    // Only the order is authoritative: the outcome of WeChat's browser may be wrong.
    await watch.refresh()
  }

  const continuePayment = useEffectEvent(() => {
    if (takePaymentMark('identifying', order_no)) void open({ isReturn: true })
  })
  useEffect(() => {
    const timer = setTimeout(() => continuePayment())
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className="phone-actions">
      <button
        type="button"
        className="button"
        disabled={outcome === 'paid'}
        aria-disabled={call.isBusy || undefined}
        onClick={() => {
          setOutcome(null)
          void open({ isReturn: false })
        }}
      >
        {call.isBusy
          ? t('pay:opening')
          : t('pay:pay_on_phone', { sum: formatPrice(order.payable_fen) })}
      </button>
      <p aria-live="polite">{outcome !== null && t(`pay:in_app_${outcome}`)}</p>
      <CallFailure
        reason={call.failure && t('pay:failed', { reason: describeFailure(call.failure, t) })}
      />
    </div>
  )
}
