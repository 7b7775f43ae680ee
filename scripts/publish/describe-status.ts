import { formatTime } from '../admin-api/venue-time.ts'
import { describeProgress } from '../lib/build-progress.ts'
import {
  formatDuration,
  readWarnings,
  type BuildRecord,
  type BuildResult,
  type PublishStatus,
} from './status.ts'

const toVenueTime = (iso: string) => formatTime(Date.parse(iso))

/**
 * Formats the result of a build for the terminal.
 * @param hasSite whether a release is live, which a failed build does not change
 */
export function describeResult(result: BuildResult, hasSite = true): string {
  const state = hasSite ? 'The live release is unchanged' : 'There is no site yet'
  switch (result.kind) {
    case 'published':
      return [
        `${result.id} is live, ${result.pages} pages.`,
        ...describeWarnings(result.warnings, 'Everything went live, except:'),
      ].join('\n')
    case 'unchanged':
      return [
        'The pages have not changed: nothing to publish.',
        ...describeWarnings(result.warnings, 'They differ from the content in:'),
      ].join('\n')
    case 'failed':
    case 'stopped':
      return `${state}. ${result.reason}`
    case 'refused':
      return [
        `${state}: the new version was refused.`,
        ...result.reasons.map((reason) => `  - ${reason}`),
      ].join('\n')
  }
}

const describeWarnings = (warnings: readonly string[], heading: string): string[] =>
  warnings.length === 0 ? [] : [heading, ...warnings.map((warning) => `  - ${warning}`)]

/**
 * Formats the status for the terminal.
 * @param contentFaults faults in files of a watched content folder
 */
export function describeStatus(
  { live, building, waiting, again, builds }: PublishStatus,
  contentFaults: readonly string[] = [],
): string[] {
  const warnings = readWarnings({ builds })
  return [
    live
      ? `live      ${live.id}, ${live.pages} pages, since ${toVenueTime(live.since)}`
      : `live      nothing yet${building ? ': the first build is running' : ''}`,
    ...(live?.rolledBackFrom === undefined
      ? []
      : [
          `          rolled back from ${live.rolledBackFrom}; the next edit or publish:now publishes again`,
        ]),
    ...(live?.isHeld ? ['          scheduled changes have come due and wait for it'] : []),
    building
      ? `building  ${describeProgress(building)}, since ${toVenueTime(building.since)}`
      : `building  nothing${waiting === undefined ? '' : ` yet: ${waiting}`}`,
    ...(again ? ['          one more build follows'] : []),
    ...describeWarnings(
      contentFaults,
      'faulty    files of CONTENT_DIR, whose items keep their last valid version:',
    ),
    ...describeWarnings(warnings, 'faulty    where the site differs from the content:'),
    ...builds.map((build) => describeBuild(build, live !== null)),
  ]
}

/** Formats a build for the terminal of a server; empty for the start build, which the start prints itself. */
export function describeBuilt(build: BuildRecord): string[] {
  const { cause, result } = build
  if (cause === 'start') return []
  const [first, ...others] = describeResult(result).split('\n')
  return [
    `  ${first?.replace(/\.$/, '')} (${cause}, ${formatDuration(build)})`,
    ...others.map((line) => `  ${line}`),
  ]
}

function describeBuild(build: BuildRecord, hasSite: boolean): string {
  const { startedAt, cause, result, times } = build
  const shares = Object.entries(times).map(([name, ms]) => `${name.replace(/Ms$/, '')} ${ms} ms`)
  const detail = shares.length > 0 ? ` (${shares.join(', ')})` : ''
  const [first, ...others] = describeResult(result, hasSite).split('\n')
  const start = `${toVenueTime(startedAt)}  ${formatDuration(build)}`
  return [`${start}  ${cause}: ${first}${detail}`, ...others].join('\n')
}
