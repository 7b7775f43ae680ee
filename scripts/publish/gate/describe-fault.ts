import type { GateFault } from './check-site.ts'

const MOST_LINES = 10

const OVERRIDE = 'if that is intended, run: npm run publish:now -- --force'

/** A fault in words, for the status and the log. */
export function describeFault(fault: GateFault): string {
  switch (fault.kind) {
    case 'missing-route':
      return `the page ${fault.page} is missing`
    case 'collapsed':
      return `only ${fault.pages} pages, less than four fifths of the ${fault.before} that are live; ${OVERRIDE}`
    case 'no-policy':
      return `${fault.page} has no content security policy`
    case 'missing-file':
      return `${fault.page} loads ${fault.file}, which does not exist`
    case 'dead-link':
      return `${describePages(fault.pages)} to ${fault.link}, which does not exist`
    case 'raw-text':
      return `${fault.page} says “${fault.text}”`
  }
}

function describePages([first, ...others]: readonly string[]): string {
  return others.length === 0 ? `${first} links` : `${first} and ${others.length} more page(s) link`
}

/** The first faults in words, and how many more there are. */
export function describeFaults(faults: readonly GateFault[]): string[] {
  const lines = faults.slice(0, MOST_LINES).map(describeFault)
  const rest = faults.length - lines.length
  return rest > 0 ? [...lines, `and ${rest} more`] : lines
}
