/** Stops asking; resolves when a question under way is answered. */
export type StopPolling = () => Promise<void>

/**
 * Asks again and again, one question at a time, `everyMs` after each answer. Keeps no process alive.
 * A question that fails is told and asked again.
 */
export function poll(
  ask: () => Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
): StopPolling {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let asked = Promise.resolve()

  function wait(): void {
    if (stopped) return
    timer = setTimeout(() => {
      asked = ask().catch(onError).then(wait)
    }, everyMs)
    timer.unref()
  }
  wait()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await asked
  }
}
