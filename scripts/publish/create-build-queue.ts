/** Sets a timer and returns a function that clears it. */
export type SetTimer = (run: () => void, ms: number) => () => void

/**
 * Keeps the process alive: a start awaits its first build, and nothing else may be running during
 * the debounce. Whoever sets a timer clears it on close.
 */
export const setRealTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

interface QueueOptions<Order, Outcome> {
  /** Runs one build; it never throws. */
  run(order: Order): Promise<Outcome>
  /** One order that does the work of both. */
  merge(first: Order, second: Order): Order
  /** How long to wait for more before a build starts, in ms. */
  debounceMs: number
  /** The order to run again after an outcome, and how long to wait first, in ms; or nothing. */
  findRetry?(order: Order, outcome: Outcome): { order: Order; afterMs: number } | undefined
  setTimer?: SetTimer
}

export interface BuildQueue<Order, Outcome> {
  /** Asks for a build that begins from now on; resolves with how it ended. */
  add(order: Order): Promise<Outcome>
  /** Whether a build is asked for that has not begun. */
  readonly waiting: boolean
  /** Forgets what waits, telling `outcome` to who asked for it. */
  clear(outcome: Outcome): void
}

/**
 * A queue of one: at most one build runs, and whatever comes meanwhile is one more. The wait is
 * counted from the first order, so a stream of them cannot put a build off for ever.
 */
export function createBuildQueue<Order, Outcome>(
  options: QueueOptions<Order, Outcome>,
): BuildQueue<Order, Outcome> {
  const { run, merge, debounceMs, setTimer = setRealTimer } = options
  let next: { order: Order; tell: ((outcome: Outcome) => void)[] } | undefined
  let running = false
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
    const { order, tell } = next
    next = undefined
    running = true
    const outcome = await run(order)
    running = false
    for (const each of tell) each(outcome)
    if (next) schedule(debounceMs)
    else retry(order, outcome)
  }

  function retry(order: Order, outcome: Outcome): void {
    const again = options.findRetry?.(order, outcome)
    if (!again) return
    next = { order: again.order, tell: [] }
    schedule(again.afterMs)
  }

  return {
    add(order) {
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      const isFirst = !next || next.tell.length === 0
      next = {
        order: next ? merge(next.order, order) : order,
        tell: [...(next?.tell ?? []), resolve],
      }
      // A build that waits to be tried again does not put off one that is asked for now.
      if (isFirst && !running) schedule(debounceMs)
      return promise
    },
    get waiting() {
      return next !== undefined
    },
    clear(outcome) {
      stopTimer?.()
      stopTimer = undefined
      for (const each of next?.tell ?? []) each(outcome)
      next = undefined
    },
  }
}
