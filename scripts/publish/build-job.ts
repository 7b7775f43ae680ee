import type { ChangeScope } from './built-site.ts'
import type { Cause } from './status.ts'

/** A queued build. */
export interface BuildJob {
  cause: Cause
  /** Whether refusals of the gate are ignored. */
  forced: boolean
  /** What may have changed; defaults to everything. */
  scope?: ChangeScope
}

/** For more named items, refetching everything costs no more. */
const MAX_NAMED = 500

/** Merges two jobs. A sweep is dropped, because another is scheduled afterwards; edits outrank the clock. */
export function mergeJobs(first: BuildJob, second: BuildJob): BuildJob {
  if (first.cause === 'sweep') return second
  if (second.cause === 'sweep') return first
  return {
    cause: first.cause === 'clock' ? second.cause : first.cause,
    forced: first.forced || second.forced,
    scope: joinScopes(first.scope, second.scope),
  }
}

function joinScopes(first: ChangeScope = 'all', second: ChangeScope = 'all'): ChangeScope {
  if (first === 'all' || second === 'all') return 'all'
  const both = [...first, ...second]
  return both.length > MAX_NAMED ? 'all' : both
}
