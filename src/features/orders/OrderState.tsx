import { useEffect, useEffectEvent, useState } from 'react'
import type { IslandTexts } from '#i18n/island-areas.ts'
import type { OrderStatus } from '#api/order.ts'
import { Countdown, type Deadline } from '#features/ui/Countdown.tsx'
import { STATUS_LOOKS } from './status.ts'

/** The status of an order as icon and text. */
export function StatusLabel({ status, t }: { status: OrderStatus; t: IslandTexts<'order'> }) {
  const { tone, path } = STATUS_LOOKS[status]
  return (
    <span className="order-status" data-status={status} data-tone={tone}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={path} />
      </svg>
      {t(`order:status_${status}`)}
    </span>
  )
}

/** The server closes an order up to two minutes after its deadline, as a payment may still arrive. */
const CLOSING_POLL_MS = 15_000

interface Props {
  deadline: Deadline
  t: IslandTexts<'order'>
  /**
   * Called when the time is over, and regularly afterwards while the page is visible, to request the order: only the
   * server can expire it. Pages refresh their orders when they become visible again (`useRefreshOnReturn`).
   */
  onEnd: () => void
}

/** The remaining payment time of an order, by the server's clock. */
export function TimeLeft({ deadline, t, onEnd }: Props) {
  const [isOver, setOver] = useState(false)
  const requestOrder = useEffectEvent(onEnd)
  useEffect(() => {
    if (!isOver) return undefined
    requestOrder()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') requestOrder()
    }, CLOSING_POLL_MS)
    return () => clearInterval(timer)
  }, [isOver])
  return (
    <p className="time-left" data-over={isOver || undefined}>
      <span>{t(isOver ? 'order:time_over' : 'order:time_left')}</span>
      <Countdown
        deadline={deadline}
        label={t('order:time_left')}
        warnings={{ over: t('order:time_over') }}
        onOver={() => setOver(true)}
      />
    </p>
  )
}
