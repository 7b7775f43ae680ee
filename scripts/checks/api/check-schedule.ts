import * as v from 'valibot'
import type { Finding } from './finding.ts'
import { showValue } from './finding.ts'
import { isRecord, visitObjects } from './json.ts'

// An API that plans ahead says at `/readyz` when its answers change next. Without that the site still
// finds out, but up to ten minutes late.

/** Fields whose time changes what an answer says. */
const TURNS = ['sale_starts_at', 'member_sale_starts_at', 'opens_at', 'closes_at'] as const
const PATH = 'next_change_at'
const READY = 'GET /readyz'
const TimeSchema = v.pipe(v.string(), v.isoTimestamp())
/** Clocks differ a little, and an API may still be applying a moment. */
const TOLERANCE_MS = 5 * 60_000

/** A moment to come that an answer names. */
export interface Turn {
  /** Epoch ms. */
  at: number
  /** `sale_starts_at 2027-05-08T10:00:00+08:00`. */
  text: string
}

/** The moments of an answer that are still to come. */
export function findTurns(data: unknown, now: number): Turn[] {
  return [...visitObjects(data)].flatMap(({ fields }) =>
    TURNS.flatMap((name) => {
      const given = fields[name]
      const at = typeof given === 'string' ? Date.parse(given) : Number.NaN
      return at > now ? [{ at, text: `${name} ${String(given)}` }] : []
    }),
  )
}

/**
 * What `/readyz` lacks for scheduled items to appear at their minute.
 * @param body what it answered
 * @param turns moments to come that answers name
 */
export function checkSchedule(body: unknown, turns: readonly Turn[], now: number): Finding[] {
  const about = { endpoint: READY, question: '', path: PATH, item: null }
  if (!isRecord(body) || !(PATH in body)) {
    const expected = 'the next moment at which a public answer changes, or null'
    const got =
      'not there: scheduled items appear within PUBLISH_SWEEP_MINUTES (10), not at their minute'
    return [{ ...about, severity: 'note', expected, got }]
  }
  const given = body[PATH]
  const warn = (expected: string): Finding[] => [
    { ...about, severity: 'warning', expected, got: showValue(given) },
  ]
  if (given !== null && !v.is(TimeSchema, given)) {
    return warn('null, or a time with offset such as 2027-05-08T19:30:00+08:00')
  }
  const next = given === null ? Number.POSITIVE_INFINITY : Date.parse(given)
  if (next < now - TOLERANCE_MS) return warn('a moment to come')
  const [first] = turns.toSorted((one, other) => one.at - other.at)
  if (!first || next <= first.at) return []
  return warn(`a moment not after ${first.text}, at which an answer changes`)
}
