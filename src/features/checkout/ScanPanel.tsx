import type { IslandTexts } from '#i18n/island-areas.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Order } from '#api/order.ts'
import { formatPrice } from '#i18n/format.ts'
import { describeError } from '#features/forms/failures.ts'
import { useDeadline } from '#features/ui/Countdown.tsx'
import { QrCode } from '#features/ui/QrCode.tsx'
import { useLoad } from '#features/ui/use-load.ts'
import type { CodeMethod } from './payment-offer.ts'
import { requestCode } from './request.ts'

interface Props {
  order: Order
  method: CodeMethod
  /** Called when the API reports that the order is already paid. */
  onPaid: () => void
  t: IslandTexts<'pay'>
}

/** A payment QR code to scan with the phone; an expired code can be renewed. */
export function ScanPanel({ order, method, onPaid, t }: Props) {
  const [request] = useState(() => requestCode(order.order_no, method))
  const { state, retry } = useLoad(request)
  const code = state.status === 'done' && state.data.status === 'waiting' ? state.data : null
  const secondsLeft = useDeadline(
    code && { at: code.expires_at, serverTime: code.server_time, timing: code.timing },
  )
  const isPaid = state.status === 'done' && state.data.status === 'paid'
  const notifyPaid = useEffectEvent(onPaid)
  useEffect(() => {
    if (isPaid) notifyPaid()
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
          <QrCode value={code.code_url} title={title} size={264} margin={2}>
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
      {method === 'sandbox' && code !== null && !isExpired && (
        <a className="quiet-link" href={code.code_url} target="_blank" rel="noreferrer">
          {t('pay:open_sandbox')}
        </a>
      )}
    </>
  )
}

function QrPlaceholder({ children }: { children: React.ReactNode }) {
  return <div className="qr is-empty">{children}</div>
}
