import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import { observeBuild } from '../lib/metrics.ts'
import { mergeJobs, type BuildJob } from './build-job.ts'
import { createReleaseBuilder } from './build-release.ts'
import { createBuildRunner } from './build-runner.ts'
import type { ChangeScope } from './built-site.ts'
import { createBuildQueue, setRealTimer } from './create-build-queue.ts'
import { findOutdatedReason } from './find-start-reason.ts'
import { openLiveSite } from './live-site.ts'
import { planRetries, planSweeps } from './plan-builds.ts'
import type { PublisherOptions } from './publisher-options.ts'
import { createStatusLog } from './status-log.ts'
import {
  addBuild,
  closeInterruptedBuild,
  listWarnings,
  readStatus,
  readWarnings,
  type BuildRecord,
  type BuildResult,
  type Cause,
} from './status.ts'
import { createTidier, removeLeftovers } from './tidy.ts'

const DEBOUNCE_MS = 250

/** Creates the publisher of a data folder: builds and publishes content changes, one build at a time. */
export async function createPublisher(options: PublisherOptions) {
  const { dataDir, store, target, logger, onBuilt, now = () => new Date() } = options
  const { setTimer = setRealTimer } = options
  const log = createStatusLog(
    dataDir,
    closeInterruptedBuild(await readStatus(dataDir), now()),
    logger,
  )
  await removeLeftovers(dataDir)
  const tidy = createTidier(dataDir, store, logger)
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

  const runner = createBuildRunner({
    releaseBuilder,
    queue,
    log,
    compressor: target.compressor,
    onProgress: options.onProgress,
    now,
  })

  async function build(job: BuildJob): Promise<BuildRecord> {
    const { record, isStopped } = await runner.run(job)
    // A sweep after a rollback would undo it.
    if (!isStopped) sweeps.recordBuild(job, record.result)
    const { kind } = record.result
    if (kind === 'published' || kind === 'unchanged') holdsChanges = false
    report(record)
    if (kind === 'published') await tidy(now())
    return record
  }

  /** Records the result of a build in the status and the metrics, and prints or logs it. */
  function report(record: BuildRecord): void {
    const { cause, result, times } = record
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
    const isFailure = result.kind === 'failed' || result.kind === 'refused'
    const state = site.current ? 'the live release is unchanged' : 'there is no release yet'
    if (onBuilt && (isFailure || result.kind === 'published')) onBuilt(record)
    else if (isFailure) logger.error({ result }, `build not published, ${state}`)
    else if (faults.length > 0 && isNewOutcome) {
      logger.warn({ faults }, 'the site differs from the content')
    }
    if (!isFailure) logger.info({ result, times }, 'build finished')
  }

  /** Whether the live release is a rollback, which builds without a request would undo. */
  const isRolledBack = () => log.status.live?.rolledBackFrom !== undefined

  /** Whether to hold a scheduled change after a rollback. A running or queued build of an edit includes it. */
  const isHeldBack = (cause: Cause) =>
    cause === 'clock' && isRolledBack() && !runner.isUrgent && !queue.waiting

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

  function enqueue(job: BuildJob): Promise<BuildRecord> {
    if (job.cause !== 'sweep') runner.giveWay()
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
      return findOutdatedReason(dataDir, current, await options.readInputs())
    },
    /**
     * Rolls back to an earlier release and stops a running build; the next edit publishes again.
     * @throws RollbackError when there is no such release
     */
    async rollBack(id?: string) {
      runner.stop()
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
      runner.close()
      queue.clear(stopped('The server is shutting down.'))
      log.set((status) => ({ ...status, waiting: undefined }))
      await inTurn(() => {})
      await log.settle()
    },
  }
}
export type Publisher = Awaited<ReturnType<typeof createPublisher>>
