import { useEffect, useEffectEvent } from 'react'
import { useSeconds } from './use-seconds.ts'

/** A deadline that the server has stated, by the clock of this device. */
export interface Deadline {
  /** The time as the server states it, which identifies the deadline. */
  at: string
  /** Local time of the deadline, and of the response that contained it: epoch ms. */
  until: number
  notedAt: number
}

/** Formats seconds as `14:05`; 90 minutes are `90:00`. */
export function formatLeft(seconds: number): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${part(Math.floor(seconds / 60))}:${part(seconds % 60)}`
}

export type Warning = 'none' | 'five_minutes' | 'two_minutes' | 'over'

/** The announcement for screen readers: at five minutes, below two, and at the end. */
export function chooseWarning(seconds: number): Warning {
  if (seconds <= 0) return 'over'
  if (seconds < 120) return 'two_minutes'
  return seconds <= 300 ? 'five_minutes' : 'none'
}

interface Props {
  deadline: Deadline
  /** Accessible name, e.g. "Remaining payment time". */
  label: string
  /** The text of each warning; a missing one is not announced. */
  warnings: Partial<Record<Warning, string>>
  /** Called once per deadline when it is over. */
  onOver: () => void
}

/** A countdown in minutes and seconds of server time. */
export function Countdown({ deadline, label, warnings, onOver }: Props) {
  const seconds = useSeconds(deadline)
  const passed = seconds === 0 ? deadline.at : null
  const notifyOver = useEffectEvent(onOver)
  useEffect(() => {
    if (passed !== null) notifyOver()
  }, [passed])
  return (
    <>
      <span className="numeral countdown" role="timer" aria-label={label}>
        {formatLeft(seconds)}
      </span>
      <span className="visually-hidden" aria-live="polite">
        {warnings[chooseWarning(seconds)]}
      </span>
    </>
  )
}
