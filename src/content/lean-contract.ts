import type { Plugin } from 'vite'
import { replaceAll, type Span } from './spans.ts'

interface SyntaxNode {
  type: string
  start: number
  end: number
}

/** What only the API, its documentation and its checker read of an endpoint. */
const UNREAD = new Set([
  'summary',
  'login',
  'codes',
  'source',
  'idempotent',
  'params',
  'query',
  'body',
])

const isNode = (value: unknown): value is SyntaxNode & Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const nodesOf = (value: unknown): (SyntaxNode & Record<string, unknown>)[] =>
  Array.isArray(value) ? value.filter(isNode) : []

const nameOf = (value: unknown): unknown => (isNode(value) ? value['name'] : undefined)

/** Name of the function that a call calls: `defineEndpoint`, or `description` of `v.description`. */
function calleeOf(node: Record<string, unknown>): unknown {
  const { callee } = node
  return isNode(callee) && callee.type === 'MemberExpression'
    ? nameOf(callee['property'])
    : nameOf(callee)
}

/** Spans of a module of the contract that say nothing to a browser. */
function findUnread(value: unknown, spans: Span[] = []): Span[] {
  if (Array.isArray(value)) for (const each of value) findUnread(each, spans)
  if (!isNode(value)) return spans
  const given = nodesOf(value['arguments'])
  if (value.type === 'CallExpression' && calleeOf(value) === 'defineEndpoint') {
    const properties = given.flatMap((one) => nodesOf(one['properties']))
    properties.forEach((property, index) => {
      if (!UNREAD.has(String(nameOf(property['key'])))) return
      spans.push({ start: property.start, end: properties[index + 1]?.start ?? property.end })
    })
  }
  given.forEach((one, index) => {
    const before = given[index - 1]
    if (before && one.type === 'CallExpression' && calleeOf(one) === 'description') {
      spans.push({ start: before.end, end: one.end })
    }
  })
  for (const child of Object.values(value)) findUnread(child, spans)
  return spans
}

/**
 * Leaves out of the browser's copy of the contract what only others read: sentences for the
 * documentation, and schemas of what is asked, which the API checks. Answers are still checked.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    // After types are gone.
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/src\/api\/[\w-]+\.ts(?:\?|$)/ },
      handler(code) {
        return { code: replaceAll(code, findUnread(this.parse(code)), ''), map: null }
      },
    },
  }
}
