interface Job {
  key: string
  urgent: boolean
  run: () => Promise<void>
}

export interface Queue {
  /** Runs a job when there is room; an urgent one goes before all that wait. */
  add<T>(key: string, job: () => Promise<T>, urgent: boolean): Promise<T>
  /** Moves a waiting job to the front. */
  hasten(key: string): void
  /** Begins urgent jobs only, until some other work is over. */
  yieldTo(work: Promise<unknown>): void
}

/**
 * A queue that runs at most `concurrency` jobs at once.
 * @param forUrgent so many places are kept for urgent jobs: these need not wait for long ones to end
 */
export function createQueue(concurrency: number, forUrgent = 0): Queue {
  const waiting: Job[] = []
  let running = 0
  let yielding = 0

  function runNext(): void {
    // Urgent ones stand in front.
    const isUrgent = waiting[0]?.urgent === true
    const mayRun = isUrgent
      ? running < concurrency
      : yielding === 0 && running < concurrency - forUrgent
    const job = mayRun ? waiting.shift() : undefined
    if (!job) return
    running += 1
    void job.run().finally(() => {
      running -= 1
      runNext()
    })
  }

  return {
    add(key, job, urgent) {
      return new Promise((resolve, reject) => {
        const entry = { key, urgent, run: () => job().then(resolve, reject) }
        if (urgent) waiting.unshift(entry)
        else waiting.push(entry)
        runNext()
      })
    },
    hasten(key) {
      const index = waiting.findIndex((job) => job.key === key)
      for (const job of index < 0 ? [] : waiting.splice(index, 1)) {
        waiting.unshift({ ...job, urgent: true })
      }
      runNext()
    },
    yieldTo(work) {
      yielding += 1
      const goOn = () => {
        yielding -= 1
        for (let room = running; room < concurrency; room += 1) runNext()
      }
      void work.then(goOn, goOn)
    },
  }
}
