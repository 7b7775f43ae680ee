import { FETCH_MINIMUM_DELAY_MS } from '#config.ts'

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

/**
 * Delays a result or failure so that the loading state does not flicker. Counts as pending work.
 */
export function waitAtLeast<Result>(work: Promise<Result>): Promise<Result> {
  const delay = new Promise((resolve) => setTimeout(resolve, FETCH_MINIMUM_DELAY_MS))
  return trackLoading(Promise.allSettled([work, delay]).then(() => work))
}
