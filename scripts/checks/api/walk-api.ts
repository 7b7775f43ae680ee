import type { Locale } from '#api/language.ts'
import { checkMedia } from './check-media.ts'
import { checkSchedule } from './check-schedule.ts'
import { createCaller, DEADLINE_MS } from './create-caller.ts'
import { createWalk, WalkStopped, type Walk } from './create-walk.ts'
import { readDetails, readLiveFacts } from './walk-details.ts'
import { readFilters, readMonths } from './walk-filters.ts'
import { readLists } from './walk-lists.ts'
import { readMember } from './walk-member.ts'
import { readInit, readPlain } from './walk-plain.ts'
import { checkUnknown, checkVisitors } from './walk-refusals.ts'
import { readSearch } from './walk-search.ts'

export interface ApiOptions {
  /** Address before `/api`, without a trailing slash. */
  baseUrl: string
  langs: readonly Locale[]
  token?: string | null
  /** Cookies that are sent with the token, in the form of the header `Cookie`. */
  cookie?: string | null
  fetch?: typeof globalThis.fetch
  deadlineMs?: number
  /** Whether every item is read instead of a sample. */
  isWhole?: boolean
}

async function walkAll(walk: Walk, options: Required<ApiOptions>): Promise<void> {
  const viewUrl = await readInit(walk)
  await readPlain(walk)
  await readLists(walk)
  await readFilters(walk)
  await readMonths(walk)
  await readSearch(walk)
  await readDetails(walk)
  await readLiveFacts(walk)
  await checkUnknown(walk)
  await checkVisitors(walk)
  if (options.token !== null) await readMember(walk, options.token)
  await checkMedia(walk, { ...options, viewUrl })
  walk.findings.push(...checkSchedule(await readReadiness(options), walk.changeTimes, Date.now()))
}

/** Reads `/readyz`; undefined if the response is not JSON. */
async function readReadiness(options: Required<ApiOptions>): Promise<unknown> {
  const { baseUrl, fetch, deadlineMs } = options
  try {
    const response = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(deadlineMs) })
    return await response.json()
  } catch {
    return undefined
  }
}

/**
 * Walks every read-only endpoint of an API.
 * @returns the differences from the contract, counts, and why the walk was stopped; null if it was completed
 */
export async function walkApi(given: ApiOptions) {
  const options: Required<ApiOptions> = {
    token: null,
    cookie: null,
    fetch: globalThis.fetch,
    deadlineMs: DEADLINE_MS,
    isWhole: false,
    ...given,
  }
  const walk = createWalk({ ...options, request: createCaller(options) })
  const stopped = await walkAll(walk, options).then(
    () => null,
    (error: unknown) => {
      if (error instanceof WalkStopped) return error.message
      throw error
    },
  )
  const { findings, count, calledEndpoints } = walk
  return { findings, calls: count.calls, endpoints: calledEndpoints.size, stopped }
}
export type WalkResult = Awaited<ReturnType<typeof walkApi>>
