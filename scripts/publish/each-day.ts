import type { SetTimer } from './create-build-queue.ts'

const DAY_MS = 24 * 3_600_000
/** The house's day begins at midnight in China, which keeps one time all year. */
const MIDNIGHT_UTC_MS = 16 * 3_600_000

/** ms from a time until the house's next day begins: more than 0, at most a day. */
export function untilNextDay(time: number): number {
  const passed = (((time - MIDNIGHT_UTC_MS) % DAY_MS) + DAY_MS) % DAY_MS
  return DAY_MS - passed
}

/** Runs something whenever a day of the house begins. @returns how to stop */
export function eachDay(run: () => void, now: () => Date, setTimer: SetTimer): () => void {
  const wait = () =>
    setTimer(() => {
      stop = wait()
      run()
    }, untilNextDay(now().getTime()))
  let stop = wait()
  return () => stop()
}
