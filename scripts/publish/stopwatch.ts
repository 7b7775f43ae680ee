import type { PublishTimes } from './status.ts'

/** Records the durations of the steps of a build, in ms. */
export function createStopwatch() {
  const times: Partial<PublishTimes> = {}
  return {
    times,
    async measure<T>(name: keyof PublishTimes, step: () => Promise<T>): Promise<T> {
      const from = performance.now()
      const result = await step()
      times[name] = performance.now() - from
      return result
    },
    /** The durations in whole ms. */
    round(): Partial<PublishTimes> {
      const rounded = Object.entries(times).map(([name, ms]) => [name, Math.round(ms)])
      return Object.fromEntries(rounded)
    },
  }
}

export type Stopwatch = ReturnType<typeof createStopwatch>
