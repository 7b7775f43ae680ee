/** The element whose attribute holds the number of pending requests, for scripts without stores. */
const root = () => globalThis.document?.documentElement as HTMLElement | undefined

function count(change: 1 | -1): void {
  const { dataset } = root() ?? {}
  if (dataset) dataset['loading'] = String(Number(dataset['loading'] ?? 0) + change)
}

/**
 * Counts pending work: the progress bar of a route change finishes when none is left.
 * @returns the result of the work
 */
export async function trackLoading<Result>(work: Promise<Result>): Promise<Result> {
  count(1)
  try {
    return await work
  } finally {
    count(-1)
  }
}
