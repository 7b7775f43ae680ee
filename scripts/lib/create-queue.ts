interface Job {
  key: string
  urgent: boolean
  run: () => Promise<void>
}

/**
 * A queue that runs at most `concurrency` jobs at the same time.
 * @param reservedForUrgent number of slots reserved for urgent jobs
 */
export function createQueue(concurrency: number, reservedForUrgent = 0) {
  const waiting: Job[] = []
  let running = 0
  let yielding = 0

  function runNext(): void {
    // Urgent jobs are at the front.
    const isUrgent = waiting[0]?.urgent === true
    const mayRun = isUrgent
      ? running < concurrency
      : yielding === 0 && running < concurrency - reservedForUrgent
    const job = mayRun ? waiting.shift() : undefined
    if (!job) return
    running += 1
    void job.run().finally(() => {
      running -= 1
      runNext()
    })
  }

  return {
    /** Runs a job when a slot is free; an urgent one goes to the front. */
    add<T>(key: string, job: () => Promise<T>, urgent: boolean): Promise<T> {
      return new Promise((resolve, reject) => {
        const entry = { key, urgent, run: () => job().then(resolve, reject) }
        if (urgent) waiting.unshift(entry)
        else waiting.push(entry)
        runNext()
      })
    },
    /** Makes a waiting job urgent and moves it to the front. */
    prioritise(key: string): void {
      const index = waiting.findIndex((job) => job.key === key)
      for (const job of index < 0 ? [] : waiting.splice(index, 1)) {
        waiting.unshift({ ...job, urgent: true })
      }
      runNext()
    },
    /** Starts only urgent jobs until other work has finished. */
    yieldTo(work: Promise<unknown>): void {
      yielding += 1
      const resume = () => {
        yielding -= 1
        for (let slot = running; slot < concurrency; slot += 1) runNext()
      }
      void work.then(resume, resume)
    },
  }
}
