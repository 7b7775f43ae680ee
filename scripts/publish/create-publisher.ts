import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import { observeBuild } from '../lib/metrics.ts'
import { BuildCancelled, type ChangeScope } from './built-site.ts'
import { createBuildQueue, setRealTimer } from './create-build-queue.ts'
import { explainFailure } from './explain-failure.ts'
import { mergeJobs, type BuildJob } from './build-job.ts'
import { planRetries, planSweeps } from './plan-builds.ts'
import type { PublisherOptions } from './publisher-options.ts'
import { findChange } from './read-inputs.ts'
import { readPointer, readRelease } from './releases.ts'
import { PHASES, type PublishProgress } from '../lib/build-progress.ts'
import {
  addBuild,
  closeInterruptedBuild,
  listWarnings,
  readStatus,
  readWarnings,
  type BuildRecord,
  type BuildResult,
  type Cause,
  type PublishTimes,
} from './status.ts'
import { createStatusLog } from './status-log.ts'
import { createTidier, removeLeftovers } from './tidy.ts'
import { createReleaseBuilder } from './build-release.ts'
import { openLiveSite } from './live-site.ts'

const DEBOUNCE_MS = 250

const roundTimes = (times: Partial<PublishTimes>): Partial<PublishTimes> =>
  Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, Math.round(ms)]))

/** Creates the publisher of a data folder: builds and publishes content changes, one build at a time. */
export async function createPublisher(options: PublisherOptions) {
  const { dataDir, store, target, logger, now = () => new Date() } = options
  const { setTimer = setRealTimer } = options
  const log = createStatusLog(
    dataDir,
    closeInterruptedBuild(await readStatus(dataDir), now()),
    logger,
  )
  await removeLeftovers(dataDir)
  const tidy = createTidier(dataDir, store, logger)
  let runningBuild: { stop: AbortController; cancel: AbortController } | undefined
  /** The running build that is not a background sweep. */
  let urgent: Promise<unknown> | undefined
  let closed = false
  /** Serialises builds, rollbacks and clean-up. */
  const inTurn = pLimit(1)
  const site = await openLiveSite({ dataDir, store, target, log, logger, now })
  const releaseBuilder = createReleaseBuilder(options, site)
  /** Whether scheduled changes are held until the rollback ends. */
  let holdsChanges = log.status.live?.isHeld === true

  const queue = createBuildQueue<BuildJob, BuildRecord>({
    run: (job) => inTurn(() => build(job)),
    merge: mergeJobs,
    debounceMs: options.debounceMs ?? DEBOUNCE_MS,
    findRetry: planRetries(() => !closed && site.current !== undefined),
    setTimer,
  })

  const sweeps = planSweeps({
    enqueue: () => void enqueue({ cause: 'sweep', forced: false }),
    isEnabled: () => !closed && !isRolledBack(),
    now,
    setTimer,
    everyMs: options.sweepEveryMs,
    // A faulty item may be fixed without a webhook.
    repeats: () => releaseBuilder.isFaulty || (options.repeatsSweeps?.() ?? false),
  })

  /** Whether the live release is a rollback, which builds without a request would undo. */
  const isRolledBack = () => log.status.live?.rolledBackFrom !== undefined

  /** Holds a scheduled change until the next edit. */
  async function hold(): Promise<void> {
    holdsChanges = true
    logger.warn(
      {},
      'a scheduled change is held until the next edit, because the site was rolled back',
    )
    const { content } = await options.readInputs()
    await inTurn(() => site.hold({ content, at: now().toISOString() }))
  }

  /** Whether to hold a scheduled change after a rollback. A running or queued build of an edit includes it. */
  const isHeldBack = (cause: Cause) =>
    cause === 'clock' && isRolledBack() && !urgent && !queue.waiting

  async function build(job: BuildJob): Promise<BuildRecord> {
    const { cause, forced } = job
    const isSweep = cause === 'sweep'
    const startedAt = now()
    const times: Partial<PublishTimes> = {}
    let furthest = 0
    const onProgress = (progress: PublishProgress) => {
      const reached = PHASES.indexOf(progress.phase)
      // A change that joins the build repeats phases, but the steps of a start must not go back.
      if (cause === 'start' && reached >= furthest) options.onProgress?.(progress)
      furthest = Math.max(furthest, reached)
      log.set((status) => ({
        ...status,
        again: queue.waiting,
        building: { cause, since: startedAt.toISOString(), ...progress },
      }))
    }
    const stop = new AbortController()
    const { signal } = stop
    if (closed) stop.abort()
    onProgress({ phase: 'fetch', done: 0 })

    /** Builds and publishes. Changes that cancel the generation of deferred files join the build. */
    async function run(current: BuildJob): Promise<BuildResult> {
      const cancel = new AbortController()
      runningBuild = { stop, cancel }
      if (queue.waiting && !isSweep) cancel.abort()
      const { signal: cancelSignal } = cancel
      try {
        return await releaseBuilder.run(current, {
          startedAt: now(),
          times,
          signal,
          cancelSignal,
          onProgress,
        })
      } catch (error) {
        const joined = error instanceof BuildCancelled && !isSweep ? queue.absorb() : undefined
        if (!joined) throw error
        return run({ ...joined, forced: current.forced || joined.forced })
      }
    }
    const running = run(job)
    if (!isSweep) {
      urgent = running
      target.compressor.yieldTo(running)
    }
    const result = await running.catch((error: unknown): BuildResult => {
      if (signal.aborted) return { kind: 'stopped', reason: 'The build was stopped.' }
      if (error instanceof BuildCancelled) return { kind: 'stopped', reason: error.message }
      return { kind: 'failed', reason: explainFailure(error) }
    })
    runningBuild = undefined
    urgent = undefined
    // A sweep after a rollback would undo it.
    if (!signal.aborted) sweeps.recordBuild(job, result)
    const record: BuildRecord = {
      cause,
      startedAt: startedAt.toISOString(),
      endedAt: now().toISOString(),
      forced,
      result,
      times: roundTimes(times),
    }
    report(record)
    if (result.kind === 'published') await tidy(now())
    return record
  }

  /** Records the result of a build in the status and the log. */
  function report(record: BuildRecord): void {
    const { cause, result, times } = record
    if (result.kind === 'published' || result.kind === 'unchanged') holdsChanges = false
    observeBuild({ cause, result: result.kind, endedAt: record.endedAt }, times)
    const faults = listWarnings(result)
    const isNewOutcome =
      result.kind !== 'unchanged' || !isDeepStrictEqual(faults, readWarnings(log.status))
    // A sweep without changes is not recorded.
    const isRecorded = cause !== 'sweep' || (isNewOutcome && result.kind !== 'stopped')
    log.set((status) => ({
      ...(isRecorded ? addBuild(status, record) : { ...status, building: null }),
      again: queue.waiting,
    }))
    if (result.kind !== 'unchanged' && result.kind !== 'stopped') options.onBuilt?.(record)
    // `onBuilt` prints finished builds, so that they are not logged as well.
    const isPrinted = options.onBuilt !== undefined && result.kind !== 'unchanged'
    if (result.kind === 'failed' || result.kind === 'refused') {
      const state = site.current ? 'the live release is unchanged' : 'there is no release yet'
      if (!isPrinted) logger.error({ result }, `build not published, ${state}`)
      return
    }
    if (faults.length > 0 && isNewOutcome && !isPrinted) {
      logger.warn({ faults }, 'the site differs from the content')
    }
    logger.info({ result, times }, 'build finished')
  }

  function enqueue(job: BuildJob): Promise<BuildRecord> {
    if (job.cause !== 'sweep') runningBuild?.cancel.abort()
    const built = queue.add(job)
    log.set((status) => ({ ...status, again: true }))
    return built
  }

  const stopped = (reason: string): BuildRecord => {
    const time = now().toISOString()
    const result: BuildResult = { kind: 'stopped', reason }
    return { cause: 'content', startedAt: time, endedAt: time, forced: false, result, times: {} }
  }

  return {
    get status() {
      return log.status
    },
    get live() {
      return site.current
    },
    /** The incomplete first site of a data folder; undefined once a release is live. */
    get provisional() {
      return site.provisional
    },
    /**
     * Enqueues a build after a content change. After a rollback, scheduled changes (`clock`) are held until the
     * next edit, because they would undo the rollback.
     */
    notify(scope: ChangeScope = 'all', cause: 'content' | 'clock' = 'content'): void {
      if (closed) return
      if (isHeldBack(cause)) {
        hold().catch((error: unknown) => {
          logger.warn({ err: error }, 'cannot record a held change')
        })
        return
      }
      void enqueue({ cause, forced: false, scope: holdsChanges ? 'all' : scope })
    },
    /** Records in the status why the first build is waiting; undefined when it no longer waits. */
    noteWaiting: (waiting: string | undefined) => log.set((status) => ({ ...status, waiting })),
    sweep: sweeps.schedule,
    publish: enqueue,
    settle: log.settle,
    /** The reason why the live release is outdated; undefined when it is current. */
    async findChange(): Promise<string | undefined> {
      const { current } = site
      if (!current) return 'there is no release yet'
      const inputs = await options.readInputs()
      const pointer = await readPointer(dataDir)
      // After a rollback, a restart must not publish the same inputs again.
      const fromId = pointer?.rolledBackFrom
      const from = fromId === undefined ? undefined : await readRelease(dataDir, fromId)
      const versions = [from?.content, pointer?.held?.content]
      const isRolledBackContent = (content: string | undefined) =>
        from && content && findChange({ ...from, content }, inputs) === undefined
      if (versions.some(isRolledBackContent)) return undefined
      return findChange(current.release, inputs)
    },
    /**
     * Rolls back to an earlier release and stops a running build; the next edit publishes again.
     * @throws RollbackError when there is no such release
     */
    async rollBack(id?: string) {
      runningBuild?.stop.abort()
      sweeps.clear()
      queue.clear(stopped('The site was rolled back.'))
      return inTurn(async () => {
        try {
          const live = await site.rollBack(id)
          releaseBuilder.resetSource()
          return live
        } finally {
          // Publishes what was stopped or held, unless the site is rolled back now.
          sweeps.schedule()
        }
      })
    },
    async close(): Promise<void> {
      closed = true
      sweeps.clear()
      runningBuild?.stop.abort()
      queue.clear(stopped('The server is shutting down.'))
      log.set((status) => ({ ...status, waiting: undefined }))
      await inTurn(() => {})
      await log.settle()
    },
  }
}
export type Publisher = Awaited<ReturnType<typeof createPublisher>>
