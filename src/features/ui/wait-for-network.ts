/** Delay before each retry; the last one repeats. */
const DELAYS_MS = [1000, 2000, 4000, 8000]

/**
 * Calls back once: when the browser reports that it is online, or after a delay, because that report may
 * precede a working connection.
 * @param tries the number of earlier retries; each delay is longer
 * @returns a function that cancels the callback
 */
export function waitForNetwork(tries: number, callBack: () => void): () => void {
  const controller = new AbortController()
  const finish = () => {
    cancel()
    callBack()
  }
  const timer = setTimeout(finish, DELAYS_MS[Math.min(tries, DELAYS_MS.length - 1)])
  const cancel = () => {
    clearTimeout(timer)
    controller.abort()
  }
  addEventListener('online', finish, { signal: controller.signal })
  return cancel
}

/** Imports a module; a failed import is repeated when the network may be back. */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await load()
    } catch {
      await new Promise<void>((resolve) => {
        waitForNetwork(tries, resolve)
      })
    }
  }
}
