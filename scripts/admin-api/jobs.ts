import type { Deps } from './deps.ts'
import type { App } from './http.ts'
import { createIdempotency } from './idempotency.ts'
import { queueReminders } from './messages/outbox/remind.ts'
import { eraseOldMessages } from './messages/outbox/retention.ts'
import { sendMessages } from './messages/outbox/send-messages.ts'
import { eraseOldAnswers } from './modules/application/retention.ts'
import { eraseOldLogins } from './modules/login/retention.ts'
import { sweepUploads } from './modules/upload/sweep.ts'
import { capHolds } from './orders/cap-holds.ts'
import { completeOrders, expireOrders, queryPayments, sendRefunds } from './orders/sweep.ts'
import { forgetDeliveries } from './publishing/outbox.ts'
import { deliverTo } from './routes/sandbox.ts'
import { eraseExpired } from './security/use-once.ts'

/** Something that is done now and then beside the calls. */
export interface Job {
  name: string
  everyMs: number
  /** @param now epoch ms */
  run(now: number): Promise<void> | undefined
}

const SECOND = 1000
const HOUR = 3600 * SECOND

/** What the running API does by itself. */
export function listJobs(deps: Deps): Job[] {
  const { db, schedule, sessions } = deps
  return [
    { name: 'forget ended sessions', everyMs: HOUR, run: (now) => sessions.sweep(now) },
    { name: 'forget expired sign-ins', everyMs: HOUR, run: (now) => eraseExpired(db, now) },
    { name: 'forget answered writes', everyMs: HOUR, run: createIdempotency(deps).sweep },
    {
      name: 'empty old applications',
      everyMs: HOUR,
      run: async (now) => void (await eraseOldAnswers(db, now)),
    },
    { name: 'erase old codes and addresses', everyMs: HOUR, run: (now) => eraseOldLogins(db, now) },
    { name: 'delete unneeded uploads', everyMs: HOUR, run: (now) => sweepUploads(deps, now) },
    { name: 'remove old deliveries', everyMs: HOUR, run: (now) => forgetDeliveries(db, now) },
    { name: 'apply time to content', everyMs: SECOND, run: (now) => schedule.apply(now) },
    { name: 'shorten holds of the future', everyMs: 15 * SECOND, run: (now) => capHolds(db, now) },
    { name: 'end unpaid orders', everyMs: 15 * SECOND, run: (now) => expireOrders(deps, now) },
    { name: 'ask about payments', everyMs: 5 * SECOND, run: (now) => queryPayments(deps, now) },
    { name: 'send refunds', everyMs: 5 * SECOND, run: (now) => sendRefunds(deps, now) },
    { name: 'remind members', everyMs: 60 * SECOND, run: (now) => queueReminders(db, now) },
    { name: 'remove old messages', everyMs: HOUR, run: (now) => eraseOldMessages(db, now) },
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
