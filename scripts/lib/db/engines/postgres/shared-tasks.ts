import { PgBoss } from 'pg-boss'
import type { RecurringTask } from '../engine.ts'
import { POOL_OPTIONS } from './pool-options.ts'

/** Connections of the queue, in addition to those of the database. */
const MAX_CONNECTIONS = 3
/** Interval at which the queue checks for runs whose process died. */
const SUPERVISE_SECONDS = 10
/** A process without a heartbeat for this long counts as dead: another process repeats its run. */
const HEARTBEAT_SECONDS = 10
/** Minimum polling interval of the queue. */
const MIN_POLL_SECONDS = 0.5
/** Maximum polling interval, so that a failed run is retried after some seconds. */
const MAX_POLL_SECONDS = 5

const QUEUE = {
  // Runs of a task never overlap, even if one takes longer than the interval.
  policy: 'exclusive',
  retryLimit: 3,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 900,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: 3600,
} as const

/**
 * Runs recurring tasks with pg-boss (pgboss.io), a job queue in the database. Every process requests runs;
 * one run per interval is queued, and one process executes it.
 */
export async function startPostgresTasks(
  url: string,
  tasks: readonly RecurringTask[],
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const boss = new PgBoss({
    // pg-boss passes them to `pg`.
    ...POOL_OPTIONS,
    connectionString: url,
    application_name: 'site tasks',
    max: MAX_CONNECTIONS,
    schema: 'task_queue',
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', onError)
  await boss.start()
  const timers: NodeJS.Timeout[] = []
  for (const { name, everyMs, run } of tasks) {
    const queue = name.replaceAll(' ', '-')
    const seconds = everyMs / 1000
    await boss.createQueue(queue, QUEUE)
    const pollingIntervalSeconds = Math.max(
      MIN_POLL_SECONDS,
      Math.min(seconds / 2, MAX_POLL_SECONDS),
    )
    await boss.work(queue, { pollingIntervalSeconds }, () => run())
    const request = () => void boss.send(queue, null, { singletonSeconds: seconds }).catch(onError)
    request()
    timers.push(setInterval(request, everyMs).unref())
  }
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await boss.stop({ graceful: true, timeout: 10_000 })
  }
}
