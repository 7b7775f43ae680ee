import { useEffect, useEffectEvent, useState } from 'react'
import { findBusinessKey } from '#api/codes.ts'
import type { Order, PayMethod } from '#api/order.ts'
import { ApiError } from '#client/errors.ts'
import { formatPrice } from '#i18n/format.ts'
import { failureOfError } from '#islands/forms/failures.ts'
import { describeFailure } from '#islands/forms/order/describe-failure.ts'
import { useDeadline } from '#islands/ui/Countdown.tsx'
import { QrCode } from '#islands/ui/QrCode.tsx'
import { useLoad } from '#islands/ui/use-load.ts'
import { requestCode } from './request.ts'
import type { PayTexts } from './texts.ts'

interface Props {
  order: Order
  method: Exclude<PayMethod, 'balance'>
  /** The API says that it is paid already. */
  onPaid: () => void
  t: PayTexts
}

/** A code to scan with the phone, in the ticket; drawn anew when it has expired. */
export function ScanPanel({ order, method, onPaid, t }: Props) {
  const [ask] = useState(() => requestCode(order.order_no, method))
  const { state, retry } = useLoad(ask)
  const code = state.status === 'done' && state.data.status === 'waiting' ? state.data : null
  const left = useDeadline(
    code && { at: code.expires_at, serverTime: code.server_time, asked: code.asked },
  )
  const isPaid = state.status === 'done' && state.data.status === 'paid'
  const tell = useEffectEvent(onPaid)
  useEffect(() => {
    if (isPaid) tell()
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
  const isOver = code !== null && left === 0
  return (
    <>
      {code === null && <QrPlace>{t('pay:qr_drawing')}</QrPlace>}
      {code !== null && !isOver && (
        <div className="qr">
          <QrCode value={code.code_url} title={title} size={264} margin={2}>
            <p>{t('pay:qr_drawing')}</p>
          </QrCode>
        </div>
      )}
      {isOver && (
        <QrPlace>
          {t('pay:qr_over')}
          <button type="button" className="button button-quiet" onClick={retry}>
            {t('pay:qr_again')}
          </button>
        </QrPlace>
      )}
      <p className="scan">{t(`pay:scan_${method}`)}</p>
      <p className="note">{t('pay:scan_line')}</p>
      {method === 'sandbox' && code !== null && !isOver && (
        <a className="quiet-link" href={code.code_url} target="_blank" rel="noreferrer">
          {t('pay:open_sandbox')}
        </a>
      )}
    </>
  )
}

function QrPlace({ children }: { children: React.ReactNode }) {
  return <div className="qr is-empty">{children}</div>
}

function describeError(error: unknown, t: PayTexts): string {
  const key = error instanceof ApiError ? findBusinessKey(error.code) : undefined
  return key ? t(`errors:${key}`) : describeFailure(failureOfError(error), t)
}
