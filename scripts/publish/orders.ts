import type { Wanted } from './built-site.ts'
import type { Cause } from './status.ts'

/** What a build is to do. */
export interface Order {
  cause: Cause
  /** Whether the gate lets everything through. */
  forced: boolean
  /** What may have changed; left out, it is everything. */
  wanted?: Wanted
}

/** From so many named items on, asking everything is no more work. */
const MOST_NAMED = 500

/** One order that does the work of both; a sweep gives way, it is made up for afterwards. */
export function mergeOrders(first: Order, second: Order): Order {
  if (first.cause === 'sweep') return second
  if (second.cause === 'sweep') return first
  return {
    cause: first.cause,
    forced: first.forced || second.forced,
    wanted: joinWanted(first.wanted, second.wanted),
  }
}

function joinWanted(first: Wanted = 'all', second: Wanted = 'all'): Wanted {
  if (first === 'all' || second === 'all') return 'all'
  const both = [...first, ...second]
  return both.length > MOST_NAMED ? 'all' : both
}
