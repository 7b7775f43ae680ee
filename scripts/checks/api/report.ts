import { formatCount } from '../../lib/format-count.ts'
import type { Finding, Severity } from './finding.ts'
import type { WalkResult } from './walk-api.ts'

const SYMBOLS: Record<Severity, string> = { difference: '✗', warning: '!', note: '·' }

const MAX_NAMED = 20

/** Key for grouping equal faults of several items and responses; ignores indexes. */
function getKey({ severity, endpoint, path, expected }: Finding): string {
  // Expected values may contain ids, which do not distinguish rules.
  const rule = expected.replaceAll(/\d+/g, '#')
  return [severity, endpoint, path.replaceAll(/\[\d+\]/g, '[]'), rule].join('\n')
}

/** Lists the other items of a group, without duplicates. */
function nameOthers([first, ...others]: Finding[]): string {
  const items = new Set(others.flatMap(({ item }) => (item === null ? [] : [item])))
  if (first?.item) items.delete(first.item)
  const shown = [...items].slice(0, MAX_NAMED)
  const rest = items.size - shown.length
  if (shown.length === 0) return ''
  return ` (${shown.join(', ')}${rest > 0 ? ` and ${rest} more items` : ''})`
}

function writeGroup(group: Finding[]): string[] {
  const [first] = group
  if (!first) return []
  const { severity, path, expected, got, call } = first
  const times = group.length > 1 ? `, and ${group.length - 1} more like it${nameOthers(group)}` : ''
  const what = severity === 'note' ? `${expected}: ${got}` : `expected ${expected}, got ${got}`
  const of = first.item === null ? '' : `${first.item}: `
  const request = severity === 'note' || call === '' ? [] : [`      ${of}request ${call}${times}`]
  return [`  ${SYMBOLS[severity]} ${path === '' ? '' : `${path}: `}${what}`, ...request]
}

/** Formats the result by endpoint, with equal faults grouped and a summary at the end. */
export function writeReport({ findings, calls, endpoints, stopped }: WalkResult): string {
  const differences = findings.filter(({ severity }) => severity === 'difference')
  const byEndpoint = Map.groupBy(findings, ({ endpoint }) => endpoint)
  const groups = [...byEndpoint].map(([endpoint, own]) =>
    [endpoint, ...[...Map.groupBy(own, getKey).values()].flatMap(writeGroup)].join('\n'),
  )
  return [
    ...groups,
    ...(stopped === null ? [] : [`Stopped: ${stopped}`]),
    [
      formatCount(calls, 'call'),
      formatCount(endpoints, 'endpoint'),
      formatCount(differences.length, 'difference'),
    ].join(', '),
  ].join('\n\n')
}
