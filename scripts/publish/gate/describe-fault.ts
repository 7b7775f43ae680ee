import type { GateFault } from './check-site.ts'

const MOST_LINES = 10

/** A fault in words, for the status and the log. */
export function describeFault(fault: GateFault): string {
  switch (fault.kind) {
    case 'missing-route':
      return `the page ${fault.page} is missing`
    case 'collapsed':
      return `${fault.pages} pages, the live release has ${fault.before}: less than four fifths`
    case 'no-policy':
      return `${fault.page} has no content security policy`
    case 'broken-link':
      return `${fault.page} leads to ${fault.link}, which is not there`
    case 'raw-text':
      return `${fault.page} says “${fault.text}”`
  }
}

/** The first faults in words, and how many more there are. */
export function describeFaults(faults: readonly GateFault[]): string[] {
  const lines = faults.slice(0, MOST_LINES).map(describeFault)
  const rest = faults.length - lines.length
  return rest > 0 ? [...lines, `and ${rest} more`] : lines
}
