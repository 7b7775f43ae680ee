import { CallFailure } from '#features/ui/CallFailure.tsx'
import { describeFailure, describeError } from '#features/forms/failures.ts'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { ProviderMethod } from '#api/pay-methods.ts'
import { formatPrice } from '#i18n/format.ts'
import { useCall } from '#features/forms/use-call.ts'
import { href } from '#routes.ts'
import { hasPaymentMark, markPayment } from '#stores/payment-visit.ts'
import { useSeconds } from '#features/ui/use-seconds.ts'
import { toLocalTime } from '#stores/server-clock.ts'
import { QrCode } from '#features/ui/QrCode.tsx'
import { useLoad } from '#features/ui/use-load.ts'
import { openPage, withReturn, requestCode, payByBalance } from './request.ts'
import type { CheckoutPart } from './use-order.ts'
import type { CodeMethod } from './payment-offer.ts'

interface Props extends CheckoutPart {
  method: ProviderMethod
  /** Selects the provider's page for phones. */
  isPhone: boolean
}

/** Checks the order at once when a customer requests it. */
export function usePaymentCheck({ refresh }: CheckoutPart['watch']) {
  const [isStillPending, setStillPending] = useState(false)
  async function check(): Promise<void> {
    setStillPending(false)
    const refreshed = await refresh()
    setStillPending(refreshed?.status === 'pending')
  }
  return { check, isStillPending }
}

/**
 * Payment on this device: the app or a page of the provider opens in this tab. It may return before the
 * payment has completed, so this page offers a check.
 */
export function RedirectPanel({ order, method, isPhone, watch, locale, t }: Props) {
  const { order_no } = order
  const [hasLeft, setLeft] = useState(() => hasPaymentMark('left', order_no))
  const { check, isStillPending } = usePaymentCheck(watch)
  const call = useCall()

  async function open(): Promise<void> {
    const data = await call.run(() => openPage(order_no, method, isPhone))
    if (!data) return
    if (data.status === 'paid') return void watch.refresh()
    markPayment('left', order_no)
    setLeft(true)
    // Not `leaveTo`: the address may open an app, which leaves this page as it is.
    location.assign(withReturn(data.address, location.href, method))
  }

  const payLabel = hasLeft
    ? t('pay:pay_again')
    : t('pay:pay_on_phone', { sum: formatPrice(order.payable_fen) })
  return (
    <div className="phone-actions">
      {hasLeft && <p className="scan">{t('pay:returned')}</p>}
      {hasLeft && (
        <button type="button" className="button" onClick={() => void check()}>
          {t('pay:have_paid')}
        </button>
      )}
      <p aria-live="polite">{isStillPending && t('pay:not_in_yet')}</p>
      <button
        type="button"
        className={hasLeft ? 'button button-quiet' : 'button'}
        aria-disabled={call.isBusy}
        onClick={() => void open()}
      >
        {call.isBusy ? t('pay:opening') : payLabel}
      </button>
      {hasLeft && (
        <a
          className="button button-quiet"
          href={href('/order/MobileInfo', locale, { id: order_no })}
        >
          {t('pay:back_to_order')}
        </a>
      )}
      <CallFailure
        reason={call.failure && t('pay:failed', { reason: describeFailure(call.failure, t) })}
      />
    </div>
  )
}

/** A payment QR code to scan with the phone; an expired code can be renewed. */
export function ScanPanel({ order, method, watch, t }: CheckoutPart & { method: CodeMethod }) {
  const [request] = useState(() => requestCode(order.order_no, method))
  const { state, retry } = useLoad(request)
  const code = state.status === 'done' && state.data.status === 'waiting' ? state.data : null
  const secondsLeft = useSeconds(
    code && {
      until: toLocalTime(code.expires_at, code.server_time, code.timing),
      notedAt: code.timing.receivedAt,
    },
  )
  const isPaid = state.status === 'done' && state.data.status === 'paid'
  const refresh = useEffectEvent(() => void watch.refresh())
  useEffect(() => {
    if (isPaid) refresh()
  }, [isPaid])

  if (state.status === 'failed') {
    return (
      <div className="qr-failed" role="alert">
        <p>{t('pay:failed', { reason: describeError(state.error, t) })}</p>
        <button type="button" className="button button-quiet" onClick={retry}>
          {t('pay:try_again')}
        </button>
      </div>
    )
  }
  const title = t('pay:qr_alt', { title: order.title, sum: formatPrice(order.payable_fen) })
  const isExpired = code !== null && secondsLeft === 0
  return (
    <>
      {code === null && <QrPlaceholder>{t('pay:qr_drawing')}</QrPlaceholder>}
      {code !== null && !isExpired && (
        <div className="qr">
          <QrCode value={code.code_url} title={title} margin={2}>
            <p>{t('pay:qr_drawing')}</p>
          </QrCode>
        </div>
      )}
      {isExpired && (
        <QrPlaceholder>
          {t('pay:qr_over')}
          <button type="button" className="button button-quiet" onClick={retry}>
            {t('pay:qr_again')}
          </button>
        </QrPlaceholder>
      )}
      <p className="scan">{t(`pay:scan_${method}`)}</p>
      <p className="note">{t('pay:scan_line')}</p>
      {method === 'sandbox' && !isExpired && (
        // Shown before the code arrives, so that nothing below it moves.
        <a className="quiet-link" href={code?.code_url} target="_blank" rel="noreferrer">
          {t('pay:open_sandbox')}
        </a>
      )}
    </>
  )
}

function QrPlaceholder({ children }: { children: ReactNode }) {
  return <div className="qr is-empty">{children}</div>
}

/** Immediate payment from the account balance. */
export function BalancePanel({ order, watch, t }: CheckoutPart) {
  const call = useCall()
  async function pay(): Promise<void> {
    await call.run(() => payByBalance(order.order_no))
    // The order shows the actual state, even if the call failed.
    await watch.refresh()
  }
  return (
    <div className="phone-actions">
      <button
        type="button"
        className="button"
        aria-disabled={call.isBusy}
        onClick={() => void pay()}
      >
        {call.isBusy
          ? t('pay:working')
          : t('pay:balance_pay', { sum: formatPrice(order.payable_fen) })}
      </button>
      <CallFailure reason={call.failure && describeFailure(call.failure, t)} />
    </div>
  )
}
