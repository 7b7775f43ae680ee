import type { BuildJob } from './build-job.ts'
import type { SetTimer } from './create-build-queue.ts'
import type { BuildRecord, BuildResult } from './status.ts'
import { MINUTE } from '../lib/durations.ts'

const FIRST_RETRY_MS = 30_000
const MAX_RETRY_MS = 10 * MINUTE

/**
 * Plans retries of failed builds with exponential backoff.
 * @param isEnabled whether failed builds are retried; without a live release `publishFirstSite` does it
 */
export function planRetries(isEnabled: () => boolean) {
  let failures = 0
  return ({ result }: BuildRecord) => {
    failures = result.kind === 'failed' ? failures + 1 : 0
    if (failures === 0 || !isEnabled()) return undefined
    // An API sends no webhook when it recovers, and the change must not wait for the next edit.
    const afterMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS)
    const job: BuildJob = { cause: 'retry', forced: false }
    return { job, afterMs }
  }
}

/** Delay after an edit, because edits tend to come in series. */
const SWEEP_AFTER_MS = 10_000

interface SweepOptions {
  /** Enqueues a sweep. */
  enqueue: () => void
  /** Whether sweeps may run at all. */
  isEnabled: () => boolean
  now: () => Date
  setTimer: SetTimer
  /** Minimum interval between sweeps, in ms. */
  everyMs: number
  /** Whether sweeps repeat without a change. */
  repeats(): boolean
}

/** Schedules sweeps: full refetches, which find content changes that no webhook has named. */
export function planSweeps(options: SweepOptions) {
  const { enqueue, isEnabled, now, setTimer, everyMs, repeats } = options
  let lastFullFetch = Number.NEGATIVE_INFINITY
  let stopTimer: (() => void) | undefined

  /** Clears the scheduled sweep. */
  function clear(): void {
    stopTimer?.()
    stopTimer = undefined
  }

  /** Schedules the next sweep. */
  function schedule(): void {
    clear()
    if (!isEnabled()) return
    const wait = lastFullFetch + everyMs - now().getTime()
    // A clock that was set back must not postpone the next sweep.
    stopTimer = setTimer(enqueue, Math.min(Math.max(SWEEP_AFTER_MS, wait), everyMs))
  }

  function recordFullFetch(): void {
    lastFullFetch = now().getTime()
    clear()
    if (repeats()) schedule()
  }

  return {
    schedule,
    clear,
    /** Records a finished build: a full build replaces a sweep, other builds schedule one. */
    recordBuild({ cause, scope = 'all' }: BuildJob, { kind }: BuildResult): void {
      // Failed builds are retried as full builds (`planRetries`).
      if (kind === 'failed' || (kind === 'stopped' && cause !== 'sweep')) return
      if (kind !== 'stopped' && scope === 'all') recordFullFetch()
      else schedule()
    },
  }
}
