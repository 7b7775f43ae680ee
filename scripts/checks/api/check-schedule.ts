import * as v from 'valibot'
import { type Finding, showValue } from './finding.ts'
import { isRecord, visitObjects } from './json.ts'
import { MINUTE } from '../../lib/durations.ts'

// An API with scheduled changes returns the time of the next change at `/readyz`. Without it, the site
// detects the change up to ten minutes late.

/** Fields that contain a time at which the response changes. */
const CHANGE_FIELDS = ['sale_starts_at', 'member_sale_starts_at', 'opens_at', 'closes_at'] as const
const PATH = 'next_change_at'
const READY = 'GET /readyz'
const TimeSchema = v.pipe(v.string(), v.isoTimestamp())
/** Tolerance for clock skew and for a change that is being applied. */
const TOLERANCE_MS = 5 * MINUTE

/** @returns epoch ms and `sale_starts_at 2027-05-08T10:00:00+08:00` of each future time */
export function findChangeTimes(data: unknown, now: number) {
  return [...visitObjects(data)].flatMap(({ fields }) =>
    CHANGE_FIELDS.flatMap((name) => {
      const given = fields[name]
      const at = typeof given === 'string' ? Date.parse(given) : Number.NaN
      return at > now ? [{ at, text: `${name} ${String(given)}` }] : []
    }),
  )
}

export type ChangeTime = ReturnType<typeof findChangeTimes>[number]

/**
 * Checks that `/readyz` announces scheduled changes.
 * @param body the response of `/readyz`
 * @param changeTimes future change times found in responses
 */
export function checkSchedule(
  body: unknown,
  changeTimes: readonly ChangeTime[],
  now: number,
): Finding[] {
  const location = { endpoint: READY, call: '', path: PATH, item: null }
  if (!isRecord(body) || !(PATH in body)) {
    const expected = 'the time at which a public response changes next, or null'
    const got =
      'no such field: scheduled items appear within PUBLISH_SWEEP_MINUTES (10), not on time'
    return [{ ...location, severity: 'note', expected, got }]
  }
  const given = body[PATH]
  const warn = (expected: string): Finding[] => [
    { ...location, severity: 'warning', expected, got: showValue(given) },
  ]
  if (given !== null && !v.is(TimeSchema, given)) {
    return warn('null, or a time with offset such as 2027-05-08T19:30:00+08:00')
  }
  const next = given === null ? Number.POSITIVE_INFINITY : Date.parse(given)
  if (next < now - TOLERANCE_MS) return warn('a time in the future')
  const [first] = changeTimes.toSorted((a, b) => a.at - b.at)
  if (!first || next <= first.at) return []
  return warn(`a time not after ${first.text}, when a response changes`)
}
