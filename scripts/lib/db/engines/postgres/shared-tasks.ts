import { PgBoss } from 'pg-boss'
import type { RecurringTask } from '../engine.ts'

/** Connections of the queue beside those of the database. */
const MAX_CONNECTIONS = 3
/** How often the queue looks for runs whose process died. */
const SUPERVISE_SECONDS = 10
/** A process that sends no heartbeat for this long has died: its run is repeated by another one. */
const HEARTBEAT_SECONDS = 10
/** The least interval at which the queue is looked at. */
const MIN_POLL_SECONDS = 0.5
/** The greatest: a run that failed is repeated after some seconds. */
const MAX_POLL_SECONDS = 5

const QUEUE = {
  // A run that lasts longer than its interval is not joined by another one.
  policy: 'exclusive',
  retryLimit: 3,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 900,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: 3600,
} as const

/**
 * Runs recurring tasks by pg-boss (pgboss.io), a queue in tables of the database. Each process requests
 * the runs, one of each interval is queued, and one process takes it.
 */
export async function startPostgresTasks(
  url: string,
  tasks: readonly RecurringTask[],
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const boss = new PgBoss({
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
