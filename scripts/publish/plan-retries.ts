import type { Order } from './orders.ts'
import type { BuildRecord } from './status.ts'

const FIRST_RETRY_MS = 30_000
const LONGEST_RETRY_MS = 10 * 60_000

type FindRetry = (
  order: Order,
  record: BuildRecord,
) => { order: Order; afterMs: number } | undefined

/**
 * Whether a build is tried again, and when: later after each that failed.
 * @param isWanted whether builds are tried at all
 */
export function planRetries(isWanted: () => boolean): FindRetry {
  let failures = 0
  return ({ cause }, { result }) => {
    if (cause === 'sweep') return undefined
    failures = result.kind === 'failed' ? failures + 1 : 0
    if (failures === 0 || !isWanted()) return undefined
    // An API that was down comes back without telling: the change must not wait for the next one.
    const afterMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)
    return { order: { cause: 'retry', forced: false }, afterMs }
  }
}
