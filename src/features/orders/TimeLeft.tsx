import type { IslandTexts } from '#i18n/island-areas.ts'
import { useState } from 'react'
import { Countdown, type Deadline } from '#features/ui/Countdown.tsx'

interface Props {
  deadline: Deadline
  t: IslandTexts<'order'>
  /** Called when the time is over, to request the order: only the server can expire it. */
  onEnd: () => void
}

/** The remaining payment time of an order, by the server's clock. */
export function TimeLeft({ deadline, t, onEnd }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    <p className="time-left" data-over={isOver || undefined}>
      <span>{t(isOver ? 'order:time_over' : 'order:time_left')}</span>
      <Countdown
        deadline={deadline}
        label={t('order:time_left')}
        warnings={{ over: t('order:time_over') }}
        onOver={() => {
          setOver(true)
          onEnd()
        }}
      />
    </p>
  )
}
