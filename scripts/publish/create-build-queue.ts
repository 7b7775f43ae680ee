/** Sets a timer and returns a function that clears it. */
export type SetTimer = (run: () => void, ms: number) => () => void

/**
 * A timer that keeps the process alive: a start awaits its first build, and nothing else may be running
 * during the debounce. The owner of a timer clears it on close.
 */
export const setRealTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

interface QueueOptions<Job, Outcome> {
  /** Runs one build; never rejects. */
  run(job: Job): Promise<Outcome>
  /** Merges two jobs into one. */
  merge(first: Job, second: Job): Job
  /** Debounce before a build starts, in ms. */
  debounceMs: number
  /** The job that follows an outcome and the delay in ms; undefined for no retry. */
  findRetry?(outcome: Outcome): { job: Job; afterMs: number } | undefined
  setTimer?: SetTimer
}

/**
 * A queue of one: at most one build runs, and the jobs added meanwhile are merged into one more build. The
 * debounce counts from the first job, so that a stream of jobs cannot postpone a build indefinitely.
 */
export function createBuildQueue<Job, Outcome>(options: QueueOptions<Job, Outcome>) {
  const { run, merge, debounceMs, setTimer = setRealTimer } = options
  let next: { job: Job; resolvers: ((outcome: Outcome) => void)[] } | undefined
  /** The callers of the running build. */
  let running: ((outcome: Outcome) => void)[] | undefined
  let stopTimer: (() => void) | undefined

  function schedule(ms: number): void {
    stopTimer?.()
    stopTimer = setTimer(() => {
      stopTimer = undefined
      void begin()
    }, ms)
  }

  async function begin(): Promise<void> {
    if (running || !next) return
    const { job, resolvers } = next
    next = undefined
    running = resolvers
    const outcome = await run(job)
    running = undefined
    for (const resolve of resolvers) resolve(outcome)
    if (next) schedule(debounceMs)
    else retry(outcome)
  }

  function retry(outcome: Outcome): void {
    const planned = options.findRetry?.(outcome)
    if (!planned) return
    next = { job: planned.job, resolvers: [] }
    schedule(planned.afterMs)
  }

  return {
    /** Enqueues a build; resolves with its outcome. */
    add(job: Job): Promise<Outcome> {
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      const isFirst = !next || next.resolvers.length === 0
      next = {
        job: next ? merge(next.job, job) : job,
        resolvers: [...(next?.resolvers ?? []), resolve],
      }
      // A pending retry must not delay a new job.
      if (isFirst && !running) schedule(debounceMs)
      return promise
    },
    /** Whether a queued job has not begun. */
    get waiting(): boolean {
      return next !== undefined
    },
    /**
     * Removes the queued job, which the running build takes over: its callers get the outcome of that build.
     * @returns the job; undefined when none is queued
     */
    absorb(): Job | undefined {
      if (!running || !next) return undefined
      const { job, resolvers } = next
      running.push(...resolvers)
      next = undefined
      return job
    },
    /** Drops the queued job and resolves its callers with `outcome`. */
    clear(outcome: Outcome): void {
      stopTimer?.()
      stopTimer = undefined
      for (const resolve of next?.resolvers ?? []) resolve(outcome)
      next = undefined
    },
  }
}

export type BuildQueue<Job, Outcome> = ReturnType<typeof createBuildQueue<Job, Outcome>>
