import type { IslandTexts } from '#i18n/island-areas.ts'
import { useState } from 'react'
import { Countdown, type Deadline } from '#features/ui/Countdown.tsx'

interface Props {
  deadline: Deadline
  t: IslandTexts<'order'>
  /** Asks the server once the time is over: only it ends an order. */
  onEnd: () => void
}

/** Remaining payment time, by the clock of the server. */
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
