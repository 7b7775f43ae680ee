import { Temporal } from 'temporal-polyfill'

// What happens at a moment is found by comparing two readings of the clock, a second apart. A jump of
// the clock in either direction, a suspended machine and a far moment (timers overflow after 24.8
// days) are then no special cases.

const EVERY_MS = 1000

/** Two readings of the clock in epoch ms; `before` is the later one when the clock was set back. */
export interface Passage {
  before: number
  now: number
}

/** Whether a moment lies between two readings: what depends on it is different now. */
export const hasCrossed = ({ before, now }: Passage, moment: number): boolean =>
  moment > Math.min(before, now) && moment <= Math.max(before, now)

/** Whether two readings fall on different days of a zone, whose days may have 23 or 25 hours. */
export function isOtherDay({ before, now }: Passage, zone: string): boolean {
  const dayOf = (time: number) =>
    Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).toPlainDate()
  return !dayOf(before).equals(dayOf(now))
}

interface ClockOptions {
  /** Epoch ms. */
  now(): number
  /** Sets a timer and returns how to stop it. */
  setTimer(run: () => void, ms: number): () => void
}

/** Reads the clock every second and reports what has passed. @returns how to stop */
export function followClock(
  report: (passage: Passage) => void,
  { now, setTimer }: ClockOptions,
): () => void {
  let before = now()
  const tick = () => {
    stop = setTimer(tick, EVERY_MS)
    const passage = { before, now: now() }
    before = passage.now
    if (passage.before !== passage.now) report(passage)
  }
  let stop = setTimer(tick, EVERY_MS)
  return () => stop()
}
