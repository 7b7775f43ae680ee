import * as v from 'valibot'
import { showValue, type Finding } from './finding.ts'

type Issue = v.BaseIssue<unknown>
export type ContractFault = Pick<Finding, 'path' | 'expected' | 'got'>

const EXPECTED: Record<string, string> = {
  integer: 'an integer',
  iso_timestamp: 'a time with offset such as 2027-05-08T19:30:00+08:00',
  iso_date: 'a day such as 2027-05-08',
  email: 'an e-mail address',
}

function writePath(issue: Issue): string {
  return (issue.path ?? [])
    .map(({ key, type }) => (type === 'array' ? `[${String(key)}]` : `.${String(key)}`))
    .join('')
}

function isMissing(issue: Issue): boolean {
  const key = issue.path?.at(-1)?.key
  return issue.received === 'undefined' && issue.expected === `"${String(key)}"`
}

function describeExpected(issue: Issue): string {
  const text = EXPECTED[issue.type]
  if (text !== undefined) return text
  const { expected, message } = issue
  const own = message.replace(/^expected /, '')
  // Messages of the contract are more specific than the name of the rule.
  if (issue.kind === 'validation' && !message.startsWith('Invalid ')) return own
  if (issue.type.endsWith('_length')) return `a length of ${expected}`
  return expected ?? message
}

function describeInside(issue: Issue, at: string): ContractFault[] {
  const path = at + writePath(issue)
  // Nested issues with a path belong to the best-matching alternative of a union.
  const inner = (issue.issues ?? []).filter((nested) => nested.path !== undefined)
  if (inner.length > 0) return inner.flatMap((nested) => describeInside(nested, path))
  if (isMissing(issue)) return [{ path, expected: 'this field', got: 'no such field' }]
  return [{ path, expected: describeExpected(issue), got: showValue(issue.input) }]
}

/** Describes the differences between a value and its schema. */
export function describeFaults(
  schema: v.GenericSchema<unknown, unknown>,
  value: unknown,
  path: string,
): ContractFault[] {
  const result = v.safeParse(schema, value)
  return result.success ? [] : result.issues.flatMap((issue) => describeInside(issue, path))
}
