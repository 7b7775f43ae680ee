import { startSharedTasks } from '../lib/db/engines/engines.ts'
import { observeJob } from '../lib/metrics.ts'
import type { Deps } from './deps.ts'
import type { App } from './http.ts'
import { queueReminders } from './messages/outbox/remind.ts'
import { sendMessages } from './messages/outbox/send-messages.ts'
import { capHolds } from './orders/cap-holds.ts'
import { completeOrders, expireOrders, queryPayments, sendRefunds } from './orders/sweep.ts'
import { listRetentionRules, type RetentionRule } from './personal-data/retention.ts'
import { deleteOldDeliveries } from './publishing/outbox.ts'
import { deliverTo } from './routes/sandbox.ts'

/** Something that is done now and then beside the calls. */
export interface Job {
  name: string
  everyMs: number
  /** @param now epoch ms */
  run(now: number): Promise<void> | undefined
}

const SECOND = 1000
const HOUR = 3600 * SECOND
const APPLY_TIME = 'apply time to content'

/** Erases what was kept long enough, and logs how much it was. */
const keepRetention = ({ logger }: Deps, { name, erase }: RetentionRule): Job => ({
  name,
  everyMs: HOUR,
  async run(now) {
    const erased = await erase(now)
    if (Object.values(erased).some((count) => count > 0)) {
      logger.info({ job: name, erased }, 'data was erased after its time')
    }
  },
})

/** What the running API does by itself. */
export function listJobs(deps: Deps): Job[] {
  const { db, schedule } = deps
  return [
    ...listRetentionRules(deps).map((rule) => keepRetention(deps, rule)),
    { name: 'remove old deliveries', everyMs: HOUR, run: (now) => deleteOldDeliveries(db, now) },
    { name: APPLY_TIME, everyMs: SECOND, run: (now) => schedule.apply(now) },
    { name: 'shorten holds of the future', everyMs: 15 * SECOND, run: (now) => capHolds(db, now) },
    { name: 'end unpaid orders', everyMs: 15 * SECOND, run: (now) => expireOrders(deps, now) },
    { name: 'ask about payments', everyMs: 5 * SECOND, run: (now) => queryPayments(deps, now) },
    { name: 'send refunds', everyMs: 5 * SECOND, run: (now) => sendRefunds(deps, now) },
    { name: 'remind members', everyMs: 60 * SECOND, run: (now) => queueReminders(db, now) },
    { name: 'send messages', everyMs: 2 * SECOND, run: (now) => sendMessages(deps, now) },
    { name: 'complete orders', everyMs: 60 * SECOND, run: (now) => completeOrders(deps, now) },
  ]
}

/** The sandbox tells of payments by the same way as a provider from outside. */
const tellOfSandbox = ({ sandbox }: Deps, app: App): Job => ({
  name: 'tell of sandbox payments',
  everyMs: 5 * SECOND,
  run: (now) => sandbox?.sendDueWebhooks(deliverTo(app), now),
})

/** What a run of a job throws is logged, so that runners can repeat it. */
const createRun =
  ({ name, run }: Job, deps: Deps) =>
  async (): Promise<void> => {
    const startedAt = performance.now()
    const observe = (isOk: boolean) => observeJob(name, { isOk, ms: performance.now() - startedAt })
    // Nothing is written to a damaged database.
    if (deps.health.isDamaged) return
    try {
      await run(deps.now())
      observe(true)
    } catch (error) {
      observe(false)
      if (deps.health.report(error) === undefined) {
        deps.logger.error({ err: error, job: name }, 'a job failed')
      }
      throw error
    }
  }

/**
 * Runs every job now and at its interval, in this process. A job that fails is tried again at its next
 * time. `stop` waits for those under way.
 */
function runHere(jobs: readonly Job[], deps: Deps): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>()
  const timers = jobs.map((job) => {
    const run = createRun(job, deps)
    let round: Promise<void> | undefined
    const begin = () => {
      // A provider that hangs makes a round last longer than its interval.
      if (round) return
      const own = run()
        .catch(() => undefined)
        .finally(() => {
          round = undefined
          running.delete(own)
        })
      round = own
      running.add(own)
    }
    begin()
    return setInterval(begin, job.everyMs).unref()
  })
  return {
    async stop() {
      timers.forEach((timer) => clearInterval(timer))
      await Promise.all(running)
    },
  }
}

/**
 * Runs every job at its interval: in this process, or, with a server of databases, once for all processes
 * that share it. `stop` waits for those under way.
 */
export async function startJobs(deps: Deps, app: App): Promise<{ stop(): Promise<void> }> {
  const jobs = [...listJobs(deps), tellOfSandbox(deps, app)]
  const { database } = deps.config
  if (database.kind === 'file') return runHere(jobs, deps)
  // Cheap, and every process keeps in memory when it is due next.
  const isOwn = ({ name }: Job) => name === APPLY_TIME
  const own = runHere(jobs.filter(isOwn), deps)
  const shared = jobs.filter((job) => !isOwn(job))
  const tasks = shared.map((job) => ({
    name: job.name,
    everyMs: job.everyMs,
    run: createRun(job, deps),
  }))
  const stopShared = await startSharedTasks(database, tasks, (error) => {
    if (deps.health.report(error) === undefined) {
      deps.logger.error({ err: error }, 'the queue of jobs failed')
    }
  })
  return {
    async stop() {
      await Promise.all([own.stop(), stopShared()])
    },
  }
}
