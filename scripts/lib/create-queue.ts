interface Job {
  key: string
  run: () => Promise<void>
}

export interface Queue {
  /** Runs a job when there is room; an urgent one goes before all that wait. */
  add<T>(key: string, job: () => Promise<T>, urgent: boolean): Promise<T>
  /** Moves a waiting job to the front. */
  hasten(key: string): void
}

/** A queue that runs at most `concurrency` jobs at once. */
export function createQueue(concurrency: number): Queue {
  const waiting: Job[] = []
  let running = 0

  function runNext(): void {
    const job = running < concurrency ? waiting.shift() : undefined
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
        const entry = { key, run: () => job().then(resolve, reject) }
        if (urgent) waiting.unshift(entry)
        else waiting.push(entry)
        runNext()
      })
    },
    hasten(key) {
      const index = waiting.findIndex((job) => job.key === key)
      if (index > 0) waiting.unshift(...waiting.splice(index, 1))
    },
  }
}
