import type { Deps } from './app.ts'

/** Something that is done now and then beside the calls. */
export interface Job {
  name: string
  everyMs: number
  /** @param now epoch ms */
  run(now: number): void | Promise<void>
}

const HOUR = 60 * 60 * 1000

/** What the running API does by itself. */
export function listJobs({ sessions }: Deps): Job[] {
  return [{ name: 'forget ended sessions', everyMs: HOUR, run: (now) => sessions.sweep(now) }]
}

/** Runs every job now and at its interval. A job that fails is logged and tried again. */
export function startJobs(deps: Deps): { stop(): void } {
  const timers = listJobs(deps).map(({ name, everyMs, run }) => {
    const attempt = async () => {
      try {
        await run(deps.now())
      } catch (error) {
        deps.logger.error({ err: error, job: name }, 'a job failed')
      }
    }
    void attempt()
    return setInterval(() => void attempt(), everyMs).unref()
  })
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) }
}
