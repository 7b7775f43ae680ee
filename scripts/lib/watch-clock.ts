import { Temporal } from 'temporal-polyfill'

// Due times are found by comparing two readings of the clock, a second apart. Clock jumps, a suspended
// machine and distant times (timers overflow after 24.8 days) then need no special case.

const INTERVAL_MS = 1000

/** Two consecutive readings of the clock in epoch ms; `before` is later than `now` if the clock was set back. */
export interface ClockTick {
  before: number
  now: number
}

/** Whether two readings fall on different days of a time zone, whose days may have 23 or 25 hours. */
export function isOtherDay({ before, now }: ClockTick, zone: string): boolean {
  const getDay = (time: number) =>
    Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).toPlainDate()
  return !getDay(before).equals(getDay(now))
}

interface ClockOptions {
  /** Epoch ms. */
  now(): number
  /** Sets a timer and returns a function that clears it. */
  setTimer(run: () => void, ms: number): () => void
}

/** Reads the clock every second and reports each change. @returns a function that stops it */
export function watchClock(
  report: (tick: ClockTick) => void,
  { now, setTimer }: ClockOptions,
): () => void {
  let before = now()
  const readClock = () => {
    stop = setTimer(readClock, INTERVAL_MS)
    const tick = { before, now: now() }
    before = tick.now
    if (tick.before !== tick.now) report(tick)
  }
  let stop = setTimer(readClock, INTERVAL_MS)
  return () => stop()
}
