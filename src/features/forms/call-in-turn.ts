let last: Promise<unknown> = Promise.resolve()

/**
 * Makes calls that may give this browser its device cookie one after the other. Two first calls at once
 * would each receive a cookie, and what the API bound to the one that is overwritten would be refused.
 */
export function callInTurn<T>(call: () => Promise<T>): Promise<T> {
  const answer = last.then(call)
  last = answer.catch(() => {})
  return answer
}
