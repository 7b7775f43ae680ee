import type { SetTimer } from './create-build-queue.ts'

const SWEEP_EVERY_MS = 10 * 60_000
/** Who edits often edits again soon. */
const SWEEP_AFTER_MS = 10_000

interface SweepOptions {
  /** Orders a sweep. */
  order: () => void
  /** Whether one may be ordered at all. */
  isWanted: () => boolean
  now: () => Date
  setTimer: SetTimer
  /** How long from asking everything again to doing so once more, in ms. */
  everyMs?: number | undefined
  /** Whether the next one is planned even when nothing has changed. */
  repeats?: (() => boolean) | undefined
}

/** When everything is asked again: content may have changed where no change said so. */
export interface SweepPlan {
  /** Plans the next sweep, but not at once. */
  plan(): void
  /** Drops the one that is planned. */
  cancel(): void
  /** Everything has just been asked: there is nothing to look for. */
  settle(): void
  /** One begins; the signal tells when it is to be left. */
  begin(): AbortSignal
  /** Leaves the one under way. */
  leave(): void
  /** None is under way any more. */
  end(): void
}

export function planSweeps(options: SweepOptions): SweepPlan {
  const { order, isWanted, now, setTimer, everyMs = SWEEP_EVERY_MS, repeats } = options
  let swept = Number.NEGATIVE_INFINITY
  let stopTimer: (() => void) | undefined
  let underWay: AbortController | undefined

  function cancel(): void {
    stopTimer?.()
    stopTimer = undefined
  }

  function plan(): void {
    cancel()
    if (!isWanted()) return
    const wait = swept + everyMs - now().getTime()
    // A clock that was set back must not put the next one off.
    stopTimer = setTimer(order, Math.min(Math.max(SWEEP_AFTER_MS, wait), everyMs))
  }

  return {
    plan,
    cancel,
    settle() {
      swept = now().getTime()
      cancel()
      if (repeats?.()) plan()
    },
    begin() {
      underWay = new AbortController()
      return underWay.signal
    },
    leave: () => underWay?.abort(),
    end() {
      underWay = undefined
    },
  }
}
