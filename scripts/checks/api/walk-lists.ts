import { endpoints } from '#api/index.ts'
import type { Walk } from './create-walk.ts'
import type { ContractFault } from './describe-issue.ts'
import { showValue } from './finding.ts'
import { readAll, readFirst, readList } from './json.ts'
import { endpointKeys, takes, type ApiCall } from './api-call.ts'

const BIG = 100
const SMALL = 2

/** A list call without `page` and `size`; `input` is sent in the query or the body. */
export type ListCall = Omit<ApiCall, 'query' | 'body'> & { input?: Record<string, string> }

interface Page {
  call: ApiCall
  ids: unknown[]
  total: number
}

function writeCall({ input = {}, ...rest }: ListCall, page: number, size: number): ApiCall {
  if (endpoints[rest.key].method === 'POST') return { ...rest, body: { ...input, page, size } }
  return { ...rest, query: { ...input, page: String(page), size: String(size) } }
}

function checkPage(data: unknown, page: number, size: number, total: number): ContractFault[] {
  const length = Math.max(0, Math.min(size, total - (page - 1) * size))
  const items = readList(data, 'items')
  const rules: [string, unknown, unknown][] = [
    ['data.page', page, readFirst(data, 'page')],
    ['data.size', size, readFirst(data, 'size')],
    ['data.items', `a list of ${length}, from total (${total})`, showValue(items)],
  ]
  if (items.length === length) rules.pop()
  return rules
    .filter(([, expected, got]) => expected !== got)
    .map(([path, expected, got]) => ({ path, expected: String(expected), got: String(got) }))
}

async function readPage(
  walk: Walk,
  list: ListCall,
  page: number,
  size: number,
): Promise<Page | null> {
  const call = writeCall(list, page, size)
  const data = await walk.read(call)
  const total = readFirst(data, 'total')
  if (typeof total !== 'number') return null
  walk.report(call, checkPage(data, page, size, total))
  const ids = readList(data, 'items').map(
    (item) => readAll(item, ['id'])[0] ?? readFirst(item, 'order_no'),
  )
  return { call, ids, total }
}

function checkDuplicates({ ids, call }: Page, seen: Set<unknown>, walk: Walk): void {
  for (const [index, id] of ids.entries()) {
    if (id === undefined) continue
    if (seen.has(id)) {
      const path = `data.items[${index}].id`
      walk.report(call, [{ path, expected: 'an item once', got: `${showValue(id)} again` }])
    }
    seen.add(id)
  }
}

function checkOrder(whole: unknown[], part: Page, from: number, walk: Walk): void {
  const expectedIds = whole.slice(from, from + SMALL).join(', ')
  const got = part.ids.join(', ')
  if (expectedIds === got) return
  const expected = `the order of the whole list: ${expectedIds || 'nothing'}`
  walk.report(part.call, [{ path: 'data.items', expected, got: got || 'nothing' }])
}

/** Reads a list in large and small pages and checks sizes, total, order and duplicates. */
export async function checkPaging(walk: Walk, list: ListCall): Promise<void> {
  const whole: unknown[] = []
  const seen = new Set<unknown>()
  let last = 1
  for (let page = 1; page <= last; page += 1) {
    const big = await readPage(walk, list, page, BIG)
    if (!big) return
    checkDuplicates(big, seen, walk)
    whole.push(...big.ids)
    last = Math.min(walk.limits.pages, Math.ceil(big.total / BIG) || 1)
  }
  const seenSmall = new Set<unknown>()
  for (const page of [1, 2]) {
    const small = await readPage(walk, list, page, SMALL)
    if (!small) continue
    checkDuplicates(small, seenSmall, walk)
    checkOrder(whole, small, (page - 1) * SMALL, walk)
  }
  // A page after the last one must be empty, not an error.
  if (whole.length < walk.limits.pages * BIG) await readPage(walk, list, last + 1, BIG)
}

/** Checks the paging of every public list. */
export async function readLists(walk: Walk): Promise<void> {
  const lists = endpointKeys.filter(
    (key) => takes(key, 'page') && key !== 'GET /api/search/morelist',
  )
  await walk.forEach(lists, (key) => checkPaging(walk, { key }))
}
