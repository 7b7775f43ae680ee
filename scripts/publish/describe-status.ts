import type { BuildRecord, BuildResult, PublishStatus } from './status.ts'

/** How a build ended, in words for the terminal. */
export function describeResult(result: BuildResult): string {
  switch (result.kind) {
    case 'published':
      return [
        `${result.id} is live, ${result.pages} pages.`,
        ...(result.warnings.length > 0 ? ['Everything went live, except:'] : []),
        ...result.warnings.map((warning) => `  - ${warning}`),
      ].join('\n')
    case 'unchanged':
      return 'The site came out as it was: nothing to publish.'
    case 'failed':
    case 'stopped':
      return `The site stays as it was. ${result.reason}`
    case 'refused':
      return [
        'The site stays as it was: the new version was refused.',
        ...result.reasons.map((reason) => `  - ${reason}`),
      ].join('\n')
  }
}

/** The status in lines for the terminal. */
export function describeStatus({ live, building, again, builds }: PublishStatus): string[] {
  return [
    live
      ? `live      ${live.id}, ${live.pages} pages, since ${live.since}`
      : 'live      nothing yet',
    ...(live?.rolledBackFrom === undefined
      ? []
      : [`          rolled back from ${live.rolledBackFrom}; the next change publishes again`]),
    building
      ? `building  ${building.phase} ${describeCount(building)}, since ${building.since}`
      : 'building  nothing',
    ...(again ? ['          one more build follows'] : []),
    ...builds.map(describeBuild),
  ]
}

export function describeCount({
  done,
  total,
}: {
  done: number
  total?: number | undefined
}): string {
  return total === undefined ? String(done) : `${done} of ${total}`
}

function describeBuild({ startedAt, endedAt, cause, result, times }: BuildRecord): string {
  const seconds = ((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1)
  const shares = Object.entries(times).map(([name, ms]) => `${name.replace(/Ms$/, '')} ${ms} ms`)
  const detail = shares.length > 0 ? ` (${shares.join(', ')})` : ''
  return `${startedAt}  ${seconds} s  ${cause}: ${describeResult(result)}${detail}`
}
