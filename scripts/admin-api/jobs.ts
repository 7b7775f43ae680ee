import { startSharedTasks } from '../lib/db/engines/engines.ts'
import { observeJob } from '../lib/metrics.ts'
import type { Deps } from './deps.ts'
import type { App } from './http.ts'
import { MESSAGE_CHANNELS } from './messages/message.ts'
import { queueReminders } from './messages/outbox/remind.ts'
import { sendMessages } from './messages/outbox/send-messages.ts'
import {
  capHolds,
  completeOrders,
  expireOrders,
  queryPayments,
  sendRefunds,
} from './orders/jobs.ts'
import { listRetentionRules, type RetentionRule } from './personal-data/retention.ts'
import { deleteOldDeliveries } from './publishing/outbox.ts'
import { deliverTo } from './routes/sandbox.ts'
import { HOUR, MINUTE } from '../lib/durations.ts'

/** A recurring background task. */
export interface Job {
  name: string
  everyMs: number
  /** @param now epoch ms */
  run(now: number): Promise<void> | undefined
}

const SECOND = 1000
const APPLY_TIME = 'apply time to content'
/** Maximum difference between the clocks of an installation (docs/several-machines.md). */
const MAX_CLOCK_SKEW_MS = 10 * SECOND

/** A job that erases data after its retention period and logs the counts. */
const createRetentionJob = ({ logger }: Deps, { name, erase }: RetentionRule): Job => ({
  name,
  everyMs: HOUR,
  async run(now) {
    const erased = await erase(now)
    if (Object.values(erased).some((count) => count > 0)) {
      logger.info({ job: name, erased }, 'data erased after its retention period')
    }
  },
})

/** The background jobs of the API. */
export function listJobs(deps: Deps): Job[] {
  const { db, schedule } = deps
  return [
    ...listRetentionRules(deps).map((rule) => createRetentionJob(deps, rule)),
    { name: 'remove old deliveries', everyMs: HOUR, run: (now) => deleteOldDeliveries(db, now) },
    { name: APPLY_TIME, everyMs: SECOND, run: (now) => schedule.apply(now) },
    { name: 'cap hold deadlines', everyMs: 15 * SECOND, run: (now) => capHolds(db, now) },
    { name: 'end unpaid orders', everyMs: 15 * SECOND, run: (now) => expireOrders(deps, now) },
    { name: 'query payments', everyMs: 5 * SECOND, run: (now) => queryPayments(deps, now) },
    { name: 'send refunds', everyMs: 5 * SECOND, run: (now) => sendRefunds(deps, now) },
    { name: 'remind members', everyMs: MINUTE, run: (now) => queueReminders(db, now) },
    // One job per channel, so that a slow mail server does not delay the others.
    ...MESSAGE_CHANNELS.map((channel) => ({
      name: `send messages by ${channel}`,
      everyMs: 2 * SECOND,
      run: () => sendMessages(deps, channel),
    })),
    { name: 'complete orders', everyMs: MINUTE, run: (now) => completeOrders(deps, now) },
  ]
}

/** A job that sends the webhooks of the sandbox, as an external provider would. */
const createSandboxJob = ({ sandbox }: Deps, app: App): Job => ({
  name: 'send sandbox webhooks',
  everyMs: 5 * SECOND,
  run: (now) => sandbox?.sendDueWebhooks(deliverTo(app), now),
})

/** A job that warns of a wrong clock: holds and sessions of all processes would expire too early or too late. */
const createClockJob = ({ db, now, logger }: Deps): Job => ({
  name: 'compare clocks',
  everyMs: 10 * MINUTE,
  async run() {
    const { readServerClock } = await import('../lib/db/engines/server-tools.ts')
    // Read before the own clock: a query may wait for a connection.
    const serverTime = await readServerClock(db.query)
    const ahead_ms = now() - serverTime
    if (Math.abs(ahead_ms) <= MAX_CLOCK_SKEW_MS) return
    logger.warn(
      { ahead_ms },
      'the clock of this machine differs from that of the database server: set both by NTP, ' +
        'or orders expire at the wrong time and edits go live late',
    )
  },
})

/** Wraps a job with metrics and error logging; errors are rethrown so that the queue retries the run. */
const createRun =
  ({ name, run }: Job, deps: Deps) =>
  async (): Promise<void> => {
    const startedAt = performance.now()
    const observe = (isOk: boolean) => observeJob(name, { isOk, ms: performance.now() - startedAt })
    // Jobs must not write to a damaged database.
    if (deps.health.isDamaged) return
    try {
      await run(deps.now())
      observe(true)
    } catch (error) {
      observe(false)
      if (deps.health.report(error) === undefined) {
        deps.logger.error({ err: error, job: name }, 'job failed')
      }
      throw error
    }
  }

/**
 * Runs every job now and at its interval, in this process. A failed job runs again at its next interval.
 * `stop` waits for running jobs.
 */
function runLocally(jobs: readonly Job[], deps: Deps): { stop(): Promise<void> } {
  const running = new Map<Job, Promise<unknown>>()
  const start = (job: Job) => {
    // A hanging provider can make a run last longer than the interval.
    if (running.has(job)) return
    const run = createRun(job, deps)().catch(() => undefined)
    running.set(
      job,
      run.finally(() => running.delete(job)),
    )
  }
  const timers = jobs.map((job) => {
    start(job)
    return setInterval(start, job.everyMs, job).unref()
  })
  return {
    async stop() {
      timers.forEach((timer) => clearInterval(timer))
      await Promise.all(running.values())
    },
  }
}

/**
 * Runs every job at its interval: in this process, or, on PostgreSQL, in one of the processes that share
 * the database. `stop` waits for running jobs.
 */
export async function startJobs(deps: Deps, app: App): Promise<{ stop(): Promise<void> }> {
  const jobs = [...listJobs(deps), createSandboxJob(deps, app)]
  const { database } = deps.config
  if (database.kind === 'file') return runLocally(jobs, deps)
  // Each process caches the time of the next change, and has a clock of its own.
  const isLocal = ({ name }: Job) => name === APPLY_TIME
  const local = runLocally([...jobs.filter(isLocal), createClockJob(deps)], deps)
  const shared = jobs.filter((job) => !isLocal(job))
  const tasks = shared.map((job) => ({ ...job, run: createRun(job, deps) }))
  const stopShared = await startSharedTasks(database, tasks, (error) => {
    if (deps.health.report(error) === undefined) {
      deps.logger.error({ err: error }, 'job queue failed')
    }
  })
  return {
    async stop() {
      await Promise.all([local.stop(), stopShared()])
    },
  }
}
