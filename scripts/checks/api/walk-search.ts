import pLimit from 'p-limit'
import type { Walk } from './create-walk.ts'
import { showValue } from './finding.ts'
import { readAll, readFirst, readList } from './json.ts'
import type { ApiCall } from './api-call.ts'
import { checkPaging } from './walk-lists.ts'

async function findWord(walk: Walk): Promise<string | null> {
  const data = await walk.read({ key: 'GET /api/search/recommend' })
  const words = [...readList(data, 'words'), ...readAll(data, ['items', 'title'])]
  const word = words.find((candidate) => typeof candidate === 'string' && candidate !== '')
  return typeof word === 'string' ? word.slice(0, 64) : null
}

function checkTotals(walk: Walk, call: ApiCall, data: unknown): void {
  const totals = readAll(data, ['groups', 'total']).map(Number)
  const sum = totals.reduce((all, total) => all + total, 0)
  const total = readFirst(data, 'total')
  if (total !== sum) {
    const expected = `${sum}, the totals of the groups`
    walk.report(call, [{ path: 'data.total', expected, got: showValue(total) }])
  }
}

async function readMore(walk: Walk, q: string, group: unknown): Promise<void> {
  const kind = readFirst(group, 'kind')
  if (typeof kind !== 'string') return
  const call: ApiCall = { key: 'GET /api/search/morelist', query: { q, kind } }
  const data = await walk.read(call)
  if (data === undefined) return
  const rules: [string, unknown, unknown][] = [
    ['data.total', readFirst(group, 'total'), readFirst(data, 'total')],
    ...readList(data, 'items').map((item, index): [string, unknown, unknown] => {
      return [`data.items[${index}].kind`, kind, readFirst(item, 'kind')]
    }),
  ]
  for (const [path, expected, got] of rules) {
    if (expected === got) continue
    walk.report(call, [
      { path, expected: `${String(expected)}, as in the results`, got: showValue(got) },
    ])
  }
  await checkPaging(walk, { key: call.key, input: { q, kind } })
}

/** Searches for a recommended word and checks the totals and lists of the results. */
export async function readSearch(walk: Walk): Promise<void> {
  const q = await findWord(walk)
  if (q === null) return
  const call = { key: 'GET /api/search/results', query: { q } } as const
  const data = await walk.readAllLanguages(call)
  if (data === undefined) return
  checkTotals(walk, call, data)
  await pLimit(2).map(readList(data, 'groups'), (group) => readMore(walk, q, group))
}
