import { PHASES, type PublishProgress } from '../lib/build-progress.ts'
import type { BuildJob } from './build-job.ts'
import type { ReleaseBuilder } from './build-release.ts'
import { BuildCancelled } from './built-site.ts'
import type { BuildQueue } from './create-build-queue.ts'
import { explainFailure } from './explain-failure.ts'
import type { PublisherOptions, ReleaseTarget } from './publisher-options.ts'
import type { StatusLog } from './status-log.ts'
import type { BuildRecord, BuildResult, PublishTimes } from './status.ts'

interface RunnerOptions {
  releaseBuilder: ReleaseBuilder
  queue: Pick<BuildQueue<BuildJob, BuildRecord>, 'waiting' | 'absorb'>
  log: StatusLog
  compressor: ReleaseTarget['compressor']
  /** Called with the progress of the start build. */
  onProgress: PublisherOptions['onProgress']
  now: () => Date
}

interface BuildState {
  stop: AbortController
  /** Receives the durations of the steps. */
  times: Partial<PublishTimes>
  onProgress: (progress: PublishProgress) => void
}

const roundTimes = (times: Partial<PublishTimes>): Partial<PublishTimes> =>
  Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, Math.round(ms)]))

function describeError(error: unknown, { aborted }: AbortSignal): BuildResult {
  if (aborted) return { kind: 'stopped', reason: 'The build was stopped.' }
  if (error instanceof BuildCancelled) return { kind: 'stopped', reason: error.message }
  return { kind: 'failed', reason: explainFailure(error) }
}

/** Runs queued builds and shows their progress in the status. At most one may run at a time. */
export function createBuildRunner(options: RunnerOptions) {
  const { releaseBuilder, queue, log, compressor, now } = options
  let running: { stop: AbortController; cancel: AbortController } | undefined
  let isUrgent = false
  let isClosed = false

  /** Shows the progress of a build. The steps of a start must not go back. */
  function trackProgress({ cause }: BuildJob, startedAt: Date) {
    let furthest = 0
    return (progress: PublishProgress): void => {
      const reached = PHASES.indexOf(progress.phase)
      // A change that joins the build repeats phases.
      if (cause === 'start' && reached >= furthest) options.onProgress?.(progress)
      furthest = Math.max(furthest, reached)
      log.set((status) => ({
        ...status,
        again: queue.waiting,
        building: { cause, since: startedAt.toISOString(), ...progress },
      }))
    }
  }

  /** Builds and publishes. Changes that cancel the generation of deferred files join the build. */
  async function publish(job: BuildJob, state: BuildState): Promise<BuildResult> {
    const { stop, times, onProgress } = state
    const isSweep = job.cause === 'sweep'
    const cancel = new AbortController()
    running = { stop, cancel }
    if (queue.waiting && !isSweep) cancel.abort()
    const signals = { signal: stop.signal, cancelSignal: cancel.signal }
    try {
      return await releaseBuilder.run(job, { startedAt: now(), times, ...signals, onProgress })
    } catch (error) {
      const joined = error instanceof BuildCancelled && !isSweep ? queue.absorb() : undefined
      if (!joined) throw error
      return publish({ ...joined, forced: job.forced || joined.forced }, state)
    }
  }

  return {
    /** Whether a build runs that is not a background sweep. */
    get isUrgent(): boolean {
      return isUrgent
    },
    /** Runs a build; never rejects. `isStopped`: whether a rollback or a shutdown stopped it. */
    async run(job: BuildJob) {
      const { cause, forced } = job
      const startedAt = now()
      const times: Partial<PublishTimes> = {}
      const stop = new AbortController()
      const { signal } = stop
      if (isClosed) stop.abort()
      const onProgress = trackProgress(job, startedAt)
      onProgress({ phase: 'fetch', done: 0 })
      const published = publish(job, { stop, times, onProgress })
      if (cause !== 'sweep') {
        isUrgent = true
        compressor.yieldTo(published)
      }
      const result = await published.catch((error: unknown) => describeError(error, signal))
      running = undefined
      isUrgent = false
      const record: BuildRecord = {
        cause,
        startedAt: startedAt.toISOString(),
        endedAt: now().toISOString(),
        forced,
        result,
        times: roundTimes(times),
      }
      return { record, isStopped: signal.aborted }
    },
    /** Makes a running sweep, or the generation of deferred files, give way to a change. */
    giveWay: () => running?.cancel.abort(),
    /** Stops the running build. */
    stop: () => running?.stop.abort(),
    /** Stops the running build and all that follow. */
    close(): void {
      isClosed = true
      running?.stop.abort()
    },
  }
}
