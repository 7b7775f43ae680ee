/** How long to wait before something is asked for again, in ms; the last one repeats. */
const WAITS = [1000, 2000, 4000, 8000]

/**
 * Calls back once: when the browser says that the network is back, and after a while in any case,
 * because it says so before the first request gets through.
 * @param tries how often it was asked for again already: each wait is longer
 * @returns the way out, which calls nobody back
 */
export function waitForNetwork(tries: number, callBack: () => void): () => void {
  const waited = new AbortController()
  const finish = () => {
    forget()
    callBack()
  }
  const timer = setTimeout(finish, WAITS[Math.min(tries, WAITS.length - 1)])
  const forget = () => {
    clearTimeout(timer)
    waited.abort()
  }
  addEventListener('online', finish, { signal: waited.signal })
  return forget
}
