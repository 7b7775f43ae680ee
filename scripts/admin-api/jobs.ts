import type { Deps } from './deps.ts'
import type { App } from './http.ts'
import { capHolds } from './orders/cap-holds.ts'
import { completeOrders, expireOrders, queryPayments, sendRefunds } from './orders/sweep.ts'
import { listRetentionRules, type RetentionRule } from './personal-data/retention.ts'
import { forgetDeliveries } from './publishing/outbox.ts'
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
    { name: 'remove old deliveries', everyMs: HOUR, run: (now) => forgetDeliveries(db, now) },
    { name: 'apply time to content', everyMs: SECOND, run: (now) => schedule.apply(now) },
    { name: 'shorten holds of the future', everyMs: 15 * SECOND, run: (now) => capHolds(db, now) },
    { name: 'end unpaid orders', everyMs: 15 * SECOND, run: (now) => expireOrders(deps, now) },
    { name: 'ask about payments', everyMs: 5 * SECOND, run: (now) => queryPayments(deps, now) },
    { name: 'send refunds', everyMs: 5 * SECOND, run: (now) => sendRefunds(deps, now) },
    { name: 'complete orders', everyMs: 60 * SECOND, run: (now) => completeOrders(deps, now) },
  ]
}

/** The sandbox tells of payments by the same way as a provider from outside. */
const tellOfSandbox = ({ sandbox }: Deps, app: App): Job => ({
  name: 'tell of sandbox payments',
  everyMs: 5 * SECOND,
  run: (now) => sandbox?.sendDueWebhooks(deliverTo(app), now),
})

/**
 * Runs every job now and at its interval. A job that fails is logged and tried again. `stop` waits for
 * those under way.
 */
export function startJobs(deps: Deps, app: App): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>()
  const timers = [...listJobs(deps), tellOfSandbox(deps, app)].map(({ name, everyMs, run }) => {
    const attempt = async () => {
      try {
        await run(deps.now())
      } catch (error) {
        if (deps.health.report(error) === undefined) {
          deps.logger.error({ err: error, job: name }, 'a job failed')
        }
      }
    }
    let round: Promise<void> | undefined
    const begin = () => {
      // A provider that hangs makes a round last longer than its interval.
      if (round || deps.health.isDamaged) return
      const own = attempt().finally(() => {
        round = undefined
        running.delete(own)
      })
      round = own
      running.add(own)
    }
    begin()
    return setInterval(begin, everyMs).unref()
  })
  return {
    async stop() {
      timers.forEach((timer) => clearInterval(timer))
      await Promise.all(running)
    },
  }
}
