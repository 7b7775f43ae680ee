import type { BuildJob } from './build-job.ts'
import type { BuildRecord } from './status.ts'

const FIRST_RETRY_MS = 30_000
const MAX_RETRY_MS = 10 * 60_000

type FindRetry = (
  job: BuildJob,
  record: BuildRecord,
) => { job: BuildJob; afterMs: number } | undefined

/**
 * Plans retries of failed builds with exponential backoff.
 * @param isEnabled whether failed builds are retried; without a live release `publishFirstSite` does it
 */
export function planRetries(isEnabled: () => boolean): FindRetry {
  let failures = 0
  return ({ cause }, { result }) => {
    if (cause === 'sweep') return undefined
    failures = result.kind === 'failed' ? failures + 1 : 0
    if (failures === 0 || !isEnabled()) return undefined
    // An API sends no webhook when it recovers, and the change must not wait for the next edit.
    const afterMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS)
    return { job: { cause: 'retry', forced: false }, afterMs }
  }
}
