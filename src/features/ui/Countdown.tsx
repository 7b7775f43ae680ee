import { useEffect, useEffectEvent } from 'react'
import { toLocalTime, type RequestTiming } from '#stores/server-clock.ts'
import { useSeconds } from './use-seconds.ts'

/** An end by the clock of the server, and when this device received it. */
export interface Deadline {
  at: string
  serverTime: string
  timing: RequestTiming
}

/** `14:05`; an hour and more counts on in minutes. */
export function formatLeft(seconds: number): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${part(Math.floor(seconds / 60))}:${part(seconds % 60)}`
}

export type Warning = 'none' | 'five_minutes' | 'two_minutes' | 'over'

/** What is read out, never each second: at five minutes, under two, and the end. */
export function chooseWarning(seconds: number): Warning {
  if (seconds <= 0) return 'over'
  if (seconds < 120) return 'two_minutes'
  return seconds <= 300 ? 'five_minutes' : 'none'
}

/** Seconds until a deadline of the server, however wrong the clock of this device is. */
export function useDeadline(deadline: Deadline | null): number {
  const wait = deadline && {
    until: toLocalTime(deadline.at, deadline.serverTime, deadline.timing),
    notedAt: deadline.timing.answeredAt,
  }
  return useSeconds(wait)
}

interface Props {
  deadline: Deadline
  /** What is counted, e.g. "Remaining payment time". */
  label: string
  /** Words for each warning; a missing one is not read out. */
  warnings: Partial<Record<Warning, string>>
  /** Called once when a deadline is over; a later deadline counts again. */
  onOver?: () => void
}

/** Minutes and seconds in numerals, counted on the clock of the server. */
export function Countdown({ deadline, label, warnings, onOver }: Props) {
  const seconds = useDeadline(deadline)
  // Each deadline is over once.
  const over = seconds === 0 ? deadline.at : null
  const tellOver = useEffectEvent(() => onOver?.())
  useEffect(() => {
    if (over !== null) tellOver()
  }, [over])
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
