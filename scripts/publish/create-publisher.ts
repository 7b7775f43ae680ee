import type { Logger } from '../lib/logger.ts'
import type { LiveRelease } from '../serve/live-release.ts'
import type { Manifest } from '../serve/manifest.ts'
import { BuildLeft, type Builder, type BuiltSite, type Wanted } from './built-site.ts'
import { createBuildQueue, setRealTimer, type SetTimer } from './create-build-queue.ts'
import { explainFailure } from './explain-failure.ts'
import { countPages } from './gate/check-site.ts'
import type { Gate } from './gate/create-gate.ts'
import { describeFaults } from './gate/describe-fault.ts'
import { describeAssets, describeSite, openLive, type Live } from './open-live.ts'
import { findChange } from './read-inputs.ts'
import {
  listReleases,
  nameRelease,
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
  readStatus,
  type BuildRecord,
  type BuildResult,
  type Cause,
  type PublishStatus,
  type PublishTimes,
} from './status.ts'
import { createStatusLog } from './status-log.ts'
import type { Store } from './store.ts'
import { findRollbackTarget, switchRelease } from './switch-release.ts'
import { collectGarbage, removeLeftovers, removeOldReleases } from './tidy.ts'

export interface PublisherOptions {
  dataDir: string
  store: Store
  builder: Builder
  gate: Gate
  /** What the site would be made of now. @throws when the API cannot be asked */
  readInputs: () => Promise<Inputs>
  logger: Logger
  now?: () => Date
  setTimer?: SetTimer
  /** How long to wait for more changes before a build starts, in ms. */
  debounceMs?: number
  /** How long from asking everything again to doing so once more, in ms. */
  sweepEveryMs?: number
}

interface Order {
  cause: Cause
  /** Whether the gate lets everything through. */
  forced: boolean
  /** What may have changed; left out, it is everything. */
  wanted?: Wanted
}

/** One order that does the work of both; a sweep gives way, it is made up for afterwards. */
export function mergeOrders(first: Order, second: Order): Order {
  if (first.cause === 'sweep') return second
  if (second.cause === 'sweep') return first
  return {
    cause: first.cause,
    forced: first.forced || second.forced,
    wanted: joinWanted(first.wanted, second.wanted),
  }
}

/** From so many named items on, asking everything is no more work. */
const MOST_NAMED = 500

function joinWanted(first: Wanted = 'all', second: Wanted = 'all'): Wanted {
  if (first === 'all' || second === 'all') return 'all'
  const both = [...first, ...second]
  return both.length > MOST_NAMED ? 'all' : both
}

/** What serves: it is told what goes live, and to let a build go first. */
type Target = Pick<LiveRelease, 'switchTo' | 'compressor'>

export interface Publisher {
  readonly status: PublishStatus
  /** The release that is live, ready to be served. */
  readonly live: Live | undefined
  /** Serves what goes live from now on. */
  attach(target: Target): void
  /** Content has changed: a build begins soon, or one more after the one under way. */
  notify(wanted?: Wanted): void
  /** Asks everything again when there is time: a change may have been missed. */
  sweep(): void
  /** Builds and publishes, and tells how that ended. */
  publish(order: Order): Promise<BuildRecord>
  /** Why the live release is not what the site would be now; nothing when it is. */
  findChange(): Promise<string | undefined>
  /**
   * Goes back to an earlier release; what is being built is dropped, and the next change publishes
   * again. @throws RollbackError when there is no such release
   */
  rollBack(id?: string): Promise<Live>
  /** Resolves when the status is on the disk, where other processes read it. */
  settle(): Promise<void>
  close(): Promise<void>
}

const DEBOUNCE_MS = 250
const FIRST_RETRY_MS = 30_000
const LONGEST_RETRY_MS = 10 * 60_000
const COLLECT_EVERY_MS = 3_600_000
const SWEEP_EVERY_MS = 10 * 60_000
/** Who edits often edits again soon. */
const SWEEP_AFTER_MS = 10_000

/** The publisher of a data folder: from "content has changed" to the live site, one build at a time. */
export async function createPublisher(options: PublisherOptions): Promise<Publisher> {
  const { dataDir, store, builder, gate, logger, now = () => new Date() } = options
  const { setTimer = setRealTimer } = options
  const log = createStatusLog(dataDir, closeBrokenOff(await readStatus(dataDir), now()), logger)
  await removeLeftovers(dataDir)
  let live = await openLive(dataDir)
  let target: Target | undefined
  let underWay: AbortController | undefined
  let closed = false
  let failures = 0
  let collected = Number.NEGATIVE_INFINITY
  let swept = Number.NEGATIVE_INFINITY
  let stopSweep: (() => void) | undefined
  let sweeping: AbortController | undefined
  /** Only one of building, going back and tidying happens at a time. */
  let last: Promise<unknown> = Promise.resolve()
  await tellLive()

  const queue = createBuildQueue<Order, BuildRecord>({
    run: (order) => inTurn(() => build(order)),
    merge: mergeOrders,
    debounceMs: options.debounceMs ?? DEBOUNCE_MS,
    findRetry: ({ cause }, { result }) => {
      if (cause === 'sweep') return undefined
      failures = result.kind === 'failed' ? failures + 1 : 0
      // An API that was down comes back without telling: the change must not wait for the next one.
      const afterMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)
      const isWanted = failures > 0 && !closed
      return isWanted ? { order: { cause: 'retry', forced: false }, afterMs } : undefined
    },
    setTimer,
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

  /** Content may have changed where no change said so: everything is asked again, but not at once. */
  function planSweep(): void {
    stopSweep?.()
    // What was taken back must not come again by itself.
    if (log.status.live?.rolledBackFrom !== undefined) return
    const every = options.sweepEveryMs ?? SWEEP_EVERY_MS
    const wait = Math.max(SWEEP_AFTER_MS, swept + every - now().getTime())
    const begin = () => void enqueue({ cause: 'sweep', forced: false })
    stopSweep = closed ? undefined : setTimer(begin, wait)
  }

  async function build(order: Order): Promise<BuildRecord> {
    const { cause, forced, wanted = 'all' } = order
    const isSweep = cause === 'sweep'
    const leaving = new AbortController()
    if (isSweep) sweeping = leaving

    const startedAt = now()
    const times: Partial<PublishTimes> = {}
    const begin = (phase: 'gate' | 'switch') => tell({ phase, done: 0 })
    const tell = (progress: Pick<NonNullable<PublishStatus['building']>, 'phase' | 'done'>) =>
      log.set((status) => ({
        ...status,
        again: queue.waiting,
        building: { cause, since: startedAt.toISOString(), ...progress },
      }))
    const controller = new AbortController()
    underWay = controller
    if (closed) controller.abort()
    tell({ phase: 'fetch', done: 0 })

    async function work(): Promise<BuildResult> {
      const inputs = await options.readInputs()
      const site = await builder.build({
        signal: controller.signal,
        onProgress: tell,
        wanted,
        inBackground: isSweep,
        leave: leaving.signal,
      })
      Object.assign(times, site.times)
      if (isSameSite(site, live?.release)) {
        if (!isSweep) await refresh({ ...inputs, createdAt: startedAt.toISOString() })
        return { kind: 'unchanged' }
      }
      begin('gate')
      const manifest = describeSite(site, store, live?.manifest)
      const pagesBefore = live && countPages(live.release.files.keys())
      const faults = await measure('gateMs', () => gate.check(manifest, pagesBefore))
      if (faults.length > 0 && !forced) return { kind: 'refused', reasons: describeFaults(faults) }
      if (controller.signal.aborted) return { kind: 'stopped', reason: 'The build was stopped.' }
      begin('switch')
      const { files, headers } = site
      const id = await findName(startedAt)
      const release = { id, createdAt: startedAt.toISOString(), ...inputs, files, headers }
      await measure('switchMs', () => goLive(release, manifest))
      return { kind: 'published', id, pages: countPages(files.keys()) }
    }

    async function measure<T>(name: keyof PublishTimes, step: () => Promise<T>): Promise<T> {
      const from = performance.now()
      const result = await step()
      times[name] = performance.now() - from
      return result
    }

    const working = work()
    if (!isSweep) target?.compressor.yieldTo(working)
    const result = await working.catch((error: unknown): BuildResult => {
      if (controller.signal.aborted) return { kind: 'stopped', reason: 'The build was stopped.' }
      if (error instanceof BuildLeft) return { kind: 'stopped', reason: error.message }
      return { kind: 'failed', reason: explainFailure(error) }
    })
    underWay = undefined
    sweeping = undefined
    followUp(order, result)
    const rounded = Object.entries(times).map(([name, ms]) => [name, Math.round(ms)])
    const record: BuildRecord = {
      cause,
      startedAt: startedAt.toISOString(),
      endedAt: now().toISOString(),
      forced,
      result,
      times: Object.fromEntries(rounded),
    }
    // A sweep that found nothing is no news.
    const isNews = !isSweep || (result.kind !== 'unchanged' && result.kind !== 'stopped')
    log.set((status) => ({
      ...(isNews ? addBuild(status, record) : { ...status, building: null }),
      again: queue.waiting,
    }))
    if (result.kind === 'failed' || result.kind === 'refused') {
      logger.error({ result }, 'the site stays as it was')
    } else {
      logger.info({ result, times: record.times }, 'build is over')
    }
    if (result.kind === 'published') await tidy()
    return record
  }

  /** A build that asked for everything leaves nothing to look for; one that did not does. */
  function followUp({ cause, wanted = 'all' }: Order, { kind }: BuildResult): void {
    const isDone = kind !== 'failed' && kind !== 'stopped'
    // What failed is tried again, and asks for everything then.
    if (!isDone && cause !== 'sweep') return
    if (!isDone || wanted !== 'all') return planSweep()
    swept = now().getTime()
    stopSweep?.()
    stopSweep = undefined
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
    await target?.switchTo(manifest, retired)
    await tellLive()
    return live
  }

  /** The name of a release of this time that no other has. */
  async function findName(time: Date): Promise<string> {
    const ids = new Set(await listReleases(dataDir))
    const name = nameRelease(time)
    const others = Array.from(ids, (_, index) => `${name}-${index + 2}`)
    return [name, ...others].find((id) => !ids.has(id)) ?? name
  }

  async function tidy(): Promise<void> {
    try {
      const removed = await removeOldReleases(dataDir, now())
      if (removed === 0 && now().getTime() - collected < COLLECT_EVERY_MS) return
      collected = now().getTime()
      await collectGarbage(dataDir, store, now())
    } catch (error) {
      logger.warn({ err: error }, 'what is not used any more could not be removed')
    }
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
    if (order.cause !== 'sweep') sweeping?.abort()
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
    },
    notify(wanted = 'all') {
      if (!closed) void enqueue({ cause: 'content', forced: false, wanted })
    },
    sweep: planSweep,
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
      stopSweep?.()
      queue.clear(stopped('The site was rolled back.'))
      return inTurn(() => goBack(id))
    },
    async close() {
      closed = true
      stopSweep?.()
      underWay?.abort()
      queue.clear(stopped('The server stops.'))
      await last
      await log.settle()
    },
  }
}

function isSameSite(site: BuiltSite, release: Release | undefined): boolean {
  if (!release || site.files.size !== release.files.size) return false
  return [...site.files].every(([name, { hash }]) => {
    const own = site.headers.get(name)
    const theirs = release.headers.get(name)
    return (
      release.files.get(name)?.hash === hash &&
      (own === theirs || JSON.stringify(own) === JSON.stringify(theirs))
    )
  })
}
