import { isDeepStrictEqual } from 'node:util'
import type { Logger } from '../lib/logger.ts'
import { observeBuild } from '../lib/metrics.ts'
import type { PublisherOptions } from './publisher-options.ts'
import type { StatusLog } from './status-log.ts'
import { addBuild, listWarnings, readWarnings, type BuildRecord } from './status.ts'

interface ReportOptions {
  log: StatusLog
  logger: Logger
  /** Prints finished builds, so that they are not logged as well. */
  onBuilt?: PublisherOptions['onBuilt']
  /** Whether another build follows. */
  isWaiting: boolean
  isLive: boolean
}

/** Records the result of a build in the status, the metrics and the log. */
export function reportBuild(
  record: BuildRecord,
  { log, logger, onBuilt, isWaiting, isLive }: ReportOptions,
): void {
  const { cause, result, times } = record
  observeBuild({ cause, result: result.kind, endedAt: record.endedAt }, times)
  const faults = listWarnings(result)
  const isNewOutcome =
    result.kind !== 'unchanged' || !isDeepStrictEqual(faults, readWarnings(log.status))
  // A sweep without changes is not recorded.
  const isRecorded = cause !== 'sweep' || (isNewOutcome && result.kind !== 'stopped')
  log.set((status) => ({
    ...(isRecorded ? addBuild(status, record) : { ...status, building: null }),
    again: isWaiting,
  }))
  if (result.kind !== 'unchanged' && result.kind !== 'stopped') onBuilt?.(record)
  const isPrinted = onBuilt !== undefined && result.kind !== 'unchanged'
  if (result.kind === 'failed' || result.kind === 'refused') {
    const state = isLive ? 'the live release is unchanged' : 'there is no release yet'
    if (!isPrinted) logger.error({ result }, `build not published, ${state}`)
    return
  }
  if (faults.length > 0 && isNewOutcome && !isPrinted) {
    logger.warn({ faults }, 'the site differs from the content')
  }
  logger.info({ result, times }, 'build finished')
}
