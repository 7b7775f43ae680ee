import { FETCH_MINIMUM_DELAY_MS } from '#config.ts'

/** Holds a result or a failure back until a loading state was seen long enough not to flicker. */
export async function waitAtLeast<Result>(
  work: Promise<Result>,
  delayMs: number = FETCH_MINIMUM_DELAY_MS,
): Promise<Result> {
  const delay = new Promise((resolve) => setTimeout(resolve, delayMs))
  await Promise.allSettled([work, delay])
  return work
}
