/** Orders the responses of concurrent requests, so that a slow one does not replace a newer state. */
export function createResponseOrder() {
  let started = 0
  let applied = 0
  return {
    /**
     * Starts a request.
     * @returns a function that marks its result as applied; false if the state is newer than the request
     */
    begin(): () => boolean {
      const own = (started += 1)
      return () => {
        if (own < applied) return false
        applied = own
        return true
      }
    },
    /** Makes the responses of running requests outdated: the state changes without a request. */
    discardRunning(): void {
      started += 1
      applied = started
    },
  }
}
