import { FETCH_MINIMUM_DELAY_MS } from '#config.ts'
import { trackLoading } from './loading.ts'

/**
 * Delays a result or failure so that the loading state does not flicker. Counts as pending work.
 */
export function waitAtLeast<Result>(
  work: Promise<Result>,
  delayMs: number = FETCH_MINIMUM_DELAY_MS,
): Promise<Result> {
  const delay = new Promise((resolve) => setTimeout(resolve, delayMs))
  return trackLoading(Promise.allSettled([work, delay]).then(() => work))
}
