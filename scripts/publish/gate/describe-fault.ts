import type { GateFault } from './check-site.ts'
import { formatCount } from '../../lib/format-count.ts'

const MAX_LINES = 10

/** How to publish a refused site. A first start ends with the refusal of its site in production. */
const OVERRIDE =
  'To publish anyway, run: npm run publish:now -- --force (npm start -- --force if the server has ended)'

/** Describes a fault for the status and the log. */
export function describeFault(fault: GateFault): string {
  switch (fault.kind) {
    case 'missing-route':
      return `the page ${fault.page} is missing`
    case 'collapsed':
      return `only ${fault.pages} pages, less than four fifths of the ${fault.before} live pages`
    case 'no-policy':
      return `${fault.page} has no content security policy`
    case 'missing-file':
      return `${fault.page} loads ${fault.file}, which does not exist`
    case 'dead-link':
      return `${describePages(fault.pages)} to ${fault.link}, which is not public`
    case 'raw-text':
      return `${fault.page} shows “${fault.text}”`
    case 'no-items':
      return `every item of ${fault.items} is faulty, such as ${fault.fault}`
  }
}

function describePages([first, ...others]: readonly string[]): string {
  return others.length === 0
    ? `${first} links`
    : `${first} and ${formatCount(others.length, 'more page')} link`
}

/** Describes why a site is refused: the first faults, the number of others, and how to override. */
export function describeRefusal(faults: readonly GateFault[]): string[] {
  const lines = faults.slice(0, MAX_LINES).map(describeFault)
  const rest = faults.length - lines.length
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : []), OVERRIDE]
}
