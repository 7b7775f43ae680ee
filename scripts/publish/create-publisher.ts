import { isDeepStrictEqual } from 'node:util'
import type { Manifest } from '../serve/manifest.ts'
import { clearContentReplaced, readContentReplaced } from '../lib/replaced-content.ts'
import { BuildLeft, type BuiltSite } from './built-site.ts'
import { createBuildQueue, setRealTimer } from './create-build-queue.ts'
import { explainFailure } from './explain-failure.ts'
import { countPages } from './gate/check-site.ts'
import { correctSite, countComparable } from './gate/correct-site.ts'
import { describeRefusal } from './gate/describe-fault.ts'
import { keepFaultyPages } from './gate/keep-faulty-pages.ts'
import { describeAssets, describeSite, openLive, type Live } from './open-live.ts'
import { isSameSite } from './is-same-site.ts'
import { mergeOrders, type Order } from './orders.ts'
import { planRetries } from './plan-retries.ts'
import { planSweeps } from './plan-sweeps.ts'
import type { Publisher, PublisherOptions, Target } from './publisher.ts'
import { findChange } from './read-inputs.ts'
import {
  findReleaseName,
  readPointer,
  readRelease,
  writePointer,
  writeRelease,
  type Inputs,
  type Release,
} from './releases.ts'
import {
  addBuild,
  closeBrokenOff,
  listWarnings,
  readStatus,
  readWarnings,
  type BuildRecord,
  type BuildResult,
  type PublishProgress,
} from './status.ts'
import { createStatusLog } from './status-log.ts'
import { createStopwatch } from './stopwatch.ts'
import { findRollbackTarget, switchRelease } from './switch-release.ts'
import { createTidier, removeLeftovers } from './tidy.ts'

const DEBOUNCE_MS = 250

/** The publisher of a data folder: from "content has changed" to the live site, one build at a time. */
export async function createPublisher(options: PublisherOptions): Promise<Publisher> {
  const { dataDir, store, builder, gate, logger, now = () => new Date() } = options
  const { setTimer = setRealTimer } = options
  const log = createStatusLog(dataDir, closeBrokenOff(await readStatus(dataDir), now()), logger)
  await removeLeftovers(dataDir)
  const tidy = createTidier(dataDir, store, logger)
  let live = await openLive(dataDir)
  let target: Target | undefined
  let underWay: AbortController | undefined
  /** The build that somebody waits for. */
  let urgent: Promise<unknown> | undefined
  let closed = false
  /** What the live release was made of, before faults of single pages were corrected. */
  let source: Pick<BuiltSite, 'files' | 'headers'> | undefined
  /** What was corrected then, in words. */
  let corrected: string[] = []
  /** Whether the last build had faulty items. */
  let isFaulty = false
  /** Only one of building, going back and tidying happens at a time. */
  let last: Promise<unknown> = Promise.resolve()
  await tellLive()

  const queue = createBuildQueue<Order, BuildRecord>({
    run: (order) => inTurn(() => build(order)),
    merge: mergeOrders,
    debounceMs: options.debounceMs ?? DEBOUNCE_MS,
    findRetry: planRetries(() => !closed),
    setTimer,
  })

  const sweeps = planSweeps({
    order: () => void enqueue({ cause: 'sweep', forced: false }),
    // What was taken back must not come again by itself.
    isWanted: () => !closed && log.status.live?.rolledBackFrom === undefined,
    now,
    setTimer,
    everyMs: options.sweepEveryMs,
    // A faulty item may be in order again without a webhook that says so.
    repeats: () => isFaulty || (options.repeatsSweeps?.() ?? false),
  })

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }

  /** Says what is live, as the disk has it. */
  async function tellLive(): Promise<void> {
    const found = live
    const pointer = await readPointer(dataDir)
    log.set((status) => {
      if (!found) return { ...status, live: null }
      const { rolledBackFrom } = pointer ?? {}
      const since = status.live?.id === found.id ? status.live.since : now().toISOString()
      const { id, createdAt, files } = found.release
      const pages = countPages(files.keys())
      const about = { id, since, createdAt, pages, ...(rolledBackFrom && { rolledBackFrom }) }
      return { ...status, live: about }
    })
  }

  async function build(order: Order): Promise<BuildRecord> {
    const { cause, forced, wanted = 'all' } = order
    const isSweep = cause === 'sweep'
    const leave = isSweep ? sweeps.begin() : undefined
    const startedAt = now()
    const { times, measure, round } = createStopwatch()
    const begin = (phase: 'gate' | 'switch') => tell({ phase, done: 0 })
    const tell = (progress: PublishProgress) => {
      if (cause === 'start') options.onProgress?.(progress)
      log.set((status) => ({
        ...status,
        again: queue.waiting,
        building: { cause, since: startedAt.toISOString(), ...progress },
      }))
    }
    const controller = new AbortController()
    underWay = controller
    if (closed) controller.abort()
    tell({ phase: 'fetch', done: 0 })

    const replaced = readContentReplaced(dataDir)
    async function work(): Promise<BuildResult> {
      const inputs = await options.readInputs()
      const built = await builder.build({
        signal: controller.signal,
        onProgress: tell,
        onStored: (hashes) =>
          gate.readAhead(hashes.map((hash) => ({ hash, file: store.fileOf(hash) }))),
        wanted,
        inBackground: isSweep,
        ...(leave && { leave }),
        ...(!live && options.onStanding && { onStanding: options.onStanding }),
      })
      Object.assign(times, built.times)
      isFaulty = (built.faults ?? []).length > 0
      const { warnings, kept, ...site } = await keepFaultyPages(built, live?.release, store)
      const expected = forced ? live?.release : (source ?? live?.release)
      if (expected && isSameSite(site, expected)) {
        return stayLive(inputs, [...warnings, ...(forced ? [] : corrected)])
      }
      begin('gate')
      const pagesBefore =
        replaced === undefined ? countComparable(live?.release, inputs) : undefined
      const { corrections, ...fitting } = await measure('gateMs', () =>
        correctSite(site, {
          check: (one) => gate.check(describeSite(one, store, live?.manifest), pagesBefore),
          live: live?.release,
          store,
          kept,
        }),
      )
      const refusals = [...site.refusals, ...fitting.refusals]
      if (refusals.length > 0 && !forced) {
        return { kind: 'refused', reasons: describeRefusal(refusals) }
      }
      const exceptions = forced ? [] : corrections
      if (controller.signal.aborted) return { kind: 'stopped', reason: 'The build was stopped.' }
      const { files, headers } = forced ? site : fitting
      if (live && isSameSite({ files, headers }, live.release)) {
        source = site
        corrected = exceptions
        return stayLive(inputs, [...warnings, ...exceptions])
      }
      begin('switch')
      const id = await findReleaseName(dataDir, startedAt)
      const release = { id, createdAt: startedAt.toISOString(), ...inputs, files, headers }
      const manifest = describeSite(release, store, live?.manifest)
      await measure('switchMs', () => goLive(release, manifest))
      source = site
      corrected = exceptions
      clearContentReplaced(dataDir, replaced)
      const pages = countPages(files.keys())
      return { kind: 'published', id, pages, warnings: [...warnings, ...exceptions] }
    }

    /** The site came out as it is live: that release now stands for what it was made of this time. */
    async function stayLive(inputs: Inputs, warnings: string[]): Promise<BuildResult> {
      if (!isSweep) await refresh({ ...inputs, createdAt: startedAt.toISOString() })
      clearContentReplaced(dataDir, replaced)
      return { kind: 'unchanged', warnings }
    }

    const working = work()
    if (!isSweep) {
      urgent = working
      target?.compressor.yieldTo(working)
    }
    const result = await working.catch((error: unknown): BuildResult => {
      if (controller.signal.aborted) return { kind: 'stopped', reason: 'The build was stopped.' }
      if (error instanceof BuildLeft) return { kind: 'stopped', reason: error.message }
      return { kind: 'failed', reason: explainFailure(error) }
    })
    underWay = undefined
    urgent = undefined
    sweeps.end()
    followUp(order, result)
    const record: BuildRecord = {
      cause,
      startedAt: startedAt.toISOString(),
      endedAt: now().toISOString(),
      forced,
      result,
      times: round(),
    }
    const faults = listWarnings(result)
    // A sweep that found nothing is no news.
    const isNews =
      !isSweep ||
      (result.kind === 'unchanged' && !isDeepStrictEqual(faults, readWarnings(log.status))) ||
      (result.kind !== 'unchanged' && result.kind !== 'stopped')
    log.set((status) => ({
      ...(isNews ? addBuild(status, record) : { ...status, building: null }),
      again: queue.waiting,
    }))
    if (result.kind === 'failed' || result.kind === 'refused') {
      logger.error({ result }, 'the site stays as it was')
    } else {
      if (faults.length > 0)
        logger.warn({ faults }, 'what is faulty stays as it was or is left out')
      logger.info({ result, times: record.times }, 'build is over')
    }
    if (result.kind === 'published') await tidy(now())
    return record
  }

  /** A build that asked for everything leaves nothing to look for; one that did not does. */
  function followUp({ cause, wanted = 'all' }: Order, { kind }: BuildResult): void {
    const isDone = kind !== 'failed' && kind !== 'stopped'
    // What failed is tried again, and asks for everything then.
    if (!isDone && cause !== 'sweep') return
    if (!isDone || wanted !== 'all') sweeps.plan()
    else sweeps.settle()
  }

  /** The site came out as it was: its release now also stands for what it was made of this time. */
  async function refresh(made: Inputs & Pick<Release, 'createdAt'>): Promise<void> {
    if (!live) return
    const release = { ...live.release, ...made }
    await writeRelease(dataDir, release)
    await writePointer(dataDir, { id: release.id })
    live = { ...live, release }
    await tellLive()
  }

  async function goLive(release: Release, manifest: Manifest): Promise<void> {
    await store.flush()
    await writeRelease(dataDir, release)
    await switchTo(release, manifest)
  }

  async function switchTo(next: Release, manifest: Manifest, rolledBackFrom?: string) {
    const change = { before: live?.release, next, rolledBackFrom }
    const assets = await switchRelease(dataDir, change, now())
    const retired = describeAssets(assets, store)
    live = { id: next.id, release: next, manifest, retired }
    if (rolledBackFrom !== undefined) source = undefined
    await target?.switchTo(manifest, retired)
    await tellLive()
    return live
  }

  async function goBack(id: string | undefined): Promise<Live> {
    if (!live) throw new Error('There is no live release.')
    const from = live.id
    const release = await findRollbackTarget(dataDir, store, from, id)
    const result = await switchTo(release, describeSite(release, store), from)
    logger.info({ id: release.id, from }, 'rolled back')
    return result
  }

  function enqueue(order: Order): Promise<BuildRecord> {
    if (order.cause !== 'sweep') sweeps.leave()
    const built = queue.add(order)
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
      return live
    },
    attach(next) {
      target = next
      if (urgent) next.compressor.yieldTo(urgent)
    },
    notify(wanted = 'all') {
      if (!closed) void enqueue({ cause: 'content', forced: false, wanted })
    },
    sweep: sweeps.plan,
    publish: enqueue,
    settle: log.settle,
    async findChange() {
      const current = live
      if (!current) return 'there is no release yet'
      const inputs = await options.readInputs()
      const pointer = await readPointer(dataDir)
      // Who went back does not want at the next start what was taken back.
      const taken = pointer?.rolledBackFrom
      const from = taken === undefined ? undefined : await readRelease(dataDir, taken)
      if (from && findChange(from, inputs) === undefined) return undefined
      return findChange(current.release, inputs)
    },
    async rollBack(id) {
      underWay?.abort()
      sweeps.cancel()
      queue.clear(stopped('The site was rolled back.'))
      return inTurn(() => goBack(id))
    },
    async close() {
      closed = true
      sweeps.cancel()
      underWay?.abort()
      queue.clear(stopped('The server stops.'))
      await last
      await log.settle()
    },
  }
}
