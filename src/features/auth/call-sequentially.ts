let last: Promise<unknown> = Promise.resolve()

/**
 * Runs calls that may set the device cookie one after the other. Two first calls in parallel would each
 * receive a cookie, and the API would refuse whatever it had bound to the overwritten one.
 */
export function callSequentially<T>(call: () => Promise<T>): Promise<T> {
  const result = last.then(call)
  last = result.catch(() => {})
  return result
}
