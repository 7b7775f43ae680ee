import type { Finding, Severity } from './finding.ts'
import type { WalkResult } from './walk-api.ts'

const MARKS: Record<Severity, string> = { departure: '✗', warning: '!', note: '·' }

/** The same fault in many items or answers is one line: indexes do not tell faults apart. */
function keyOf({ severity, endpoint, path, expected }: Finding): string {
  // What was expected may name ids; the rule behind it is the same.
  const rule = expected.replaceAll(/\d+/g, '#')
  return [severity, endpoint, path.replaceAll(/\[\d+\]/g, '[]'), rule].join('\n')
}

function writeGroup(group: Finding[]): string[] {
  const [first] = group
  if (!first) return []
  const { severity, path, expected, got, question } = first
  const times = group.length > 1 ? `, and ${group.length - 1} more like it` : ''
  const what = severity === 'note' ? `${expected}: ${got}` : `expected ${expected}, got ${got}`
  const asked = severity === 'note' ? [] : [`      asked ${question}${times}`]
  return [`  ${MARKS[severity]} ${path === '' ? '' : `${path}: `}${what}`, ...asked]
}

/** The result as lines for people: by endpoint, each kind of fault once, the sum at the end. */
export function writeReport({ findings, calls, endpoints, stopped }: WalkResult): string {
  const departures = findings.filter(({ severity }) => severity === 'departure')
  const byEndpoint = Map.groupBy(findings, ({ endpoint }) => endpoint)
  const groups = [...byEndpoint].map(([endpoint, own]) =>
    [endpoint, ...[...Map.groupBy(own, keyOf).values()].flatMap(writeGroup)].join('\n'),
  )
  return [
    ...groups,
    ...(stopped === null ? [] : [`Stopped: ${stopped}`]),
    `${calls} calls, ${endpoints} endpoints, ${departures.length} departures`,
  ].join('\n\n')
}
