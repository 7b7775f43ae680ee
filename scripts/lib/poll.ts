/** Stops polling; resolves when a running call has finished. */
export type StopPolling = () => Promise<void>

/**
 * Calls a function repeatedly, `everyMs` after each call has finished. Does not keep the process alive.
 * Errors are reported and polling continues.
 */
export function poll(
  run: () => Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
): StopPolling {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let current = Promise.resolve()

  function wait(): void {
    if (stopped) return
    timer = setTimeout(() => {
      current = run().catch(onError).then(wait)
    }, everyMs)
    timer.unref()
  }
  wait()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await current
  }
}
