/** Where the number of questions that are on their way stands: scripts without a store read it. */
const root = () => globalThis.document?.documentElement as HTMLElement | undefined

function count(change: 1 | -1): void {
  const { dataset } = root() ?? {}
  if (dataset) dataset['loading'] = String(Number(dataset['loading'] ?? 0) + change)
}

/**
 * Counts work whose data the page waits for: the progress bar of a route change ends after the last.
 * @returns the work itself
 */
export async function trackLoading<Result>(work: Promise<Result>): Promise<Result> {
  count(1)
  try {
    return await work
  } finally {
    count(-1)
  }
}
