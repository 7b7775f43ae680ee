import { FETCH_MINIMUM_DELAY_MS } from '#config.ts'
import { trackLoading } from './loading.ts'

/**
 * Holds a result or a failure back until a loading state was seen long enough not to flicker. The page
 * counts as loading meanwhile.
 */
export function waitAtLeast<Result>(
  work: Promise<Result>,
  delayMs: number = FETCH_MINIMUM_DELAY_MS,
): Promise<Result> {
  const delay = new Promise((resolve) => setTimeout(resolve, delayMs))
  return trackLoading(Promise.allSettled([work, delay]).then(() => work))
}
