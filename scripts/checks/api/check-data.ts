import { readHtml } from '#content/html/read-html.ts'
import type { ContractFault } from './describe-issue.ts'
import { visitObjects } from './json.ts'
import { MINUTE } from '../../lib/durations.ts'

const TOLERANCE_MS = 5 * MINUTE
const SPANS = [
  ['starts_at', 'ends_at'],
  ['opens_at', 'closes_at'],
  ['from', 'to'],
] as const

function readTime(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN
}

/** Finds time spans that end before they begin. */
export function checkSpans(data: unknown): ContractFault[] {
  return [...visitObjects(data)].flatMap(({ fields, path }) =>
    SPANS.flatMap(([from, to]) => {
      // False for invalid times, which the schema reports.
      const isReversed = readTime(fields[to]) < readTime(fields[from])
      const expected = `a time not before ${from} (${String(fields[from])})`
      return isReversed ? [{ path: `${path}.${to}`, expected, got: String(fields[to]) }] : []
    }),
  )
}

/** Finds clock skew of the API, which would make states and countdowns wrong. */
export function checkClock(data: unknown, now: number): ContractFault[] {
  return [...visitObjects(data)].flatMap(({ fields, path }) => {
    const skewMs = Math.abs(readTime(fields['server_time']) - now)
    if (!(skewMs > TOLERANCE_MS)) return []
    const got = `${String(fields['server_time'])}, ${Math.round(skewMs / 60_000)} minutes away`
    return [{ path: `${path}.server_time`, expected: 'our own time within 5 minutes', got }]
  })
}

/** Fields that hold long-form content: blocks, or HTML of a rich-text editor. */
const BODIES = ['body', 'foot_content']

/** Finds HTML in a response that the site cannot show, with the id of its item. */
export function checkHtml(data: unknown): ContractFault[] {
  return [...visitObjects(data)].flatMap(({ fields, path }) =>
    BODIES.flatMap((name): ContractFault[] => {
      const html = fields[name]
      if (typeof html !== 'string') return []
      const { losses } = readHtml(html)
      if (losses.length === 0) return []
      const item = typeof fields['id'] === 'number' ? ` of id ${fields['id']}` : ''
      const expected = 'HTML that the site shows'
      return [{ path: `${path}.${name}${item}`, expected, got: losses.join(', ') }]
    }),
  )
}
