import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import { mapLimited } from '#scripts/lib/map-limited.ts'
import type { Walk } from './create-walk.ts'
import type { Fault } from './describe-issue.ts'
import { showValue } from './finding.ts'
import { readAll, readFirst, readList } from './json.ts'
import { endpointKeys } from './question.ts'
import type { Question } from './question.ts'
import { AT_ONCE } from './walk-plain.ts'

const BIG = 100
const SMALL = 2

/** A list without its page: what is asked beside `page` and `size`, and whether it is a body. */
export type ListQuestion = Omit<Question, 'query' | 'body'> & { input?: Record<string, string> }

interface Page {
  question: Question
  ids: unknown[]
  total: number
}

function isPaged(key: EndpointKey): boolean {
  const { query } = endpoints[key]
  return 'entries' in query && typeof query.entries === 'object' && 'page' in query.entries
}

function writeQuestion(
  { input = {}, ...rest }: ListQuestion,
  page: number,
  size: number,
): Question {
  if (endpoints[rest.key].method === 'POST') return { ...rest, body: { ...input, page, size } }
  return { ...rest, query: { ...input, page: String(page), size: String(size) } }
}

function checkPage(data: unknown, page: number, size: number): Fault[] {
  const total = Number(readFirst(data, 'total'))
  const length = Math.max(0, Math.min(size, total - (page - 1) * size))
  const items = readList(data, 'items')
  const rules: [string, unknown, unknown][] = [
    ['data.page', page, readFirst(data, 'page')],
    ['data.size', size, readFirst(data, 'size')],
    ['data.items', `a list of ${length}, as total says (${total})`, showValue(items)],
  ]
  if (items.length === length) rules.pop()
  return rules
    .filter(([, expected, got]) => expected !== got)
    .map(([path, expected, got]) => ({ path, expected: String(expected), got: String(got) }))
}

async function readPage(
  walk: Walk,
  list: ListQuestion,
  page: number,
  size: number,
): Promise<Page | null> {
  const question = writeQuestion(list, page, size)
  const data = await walk.read(question)
  if (data === undefined) return null
  walk.report(question, checkPage(data, page, size))
  const ids = readList(data, 'items').map(
    (item) => readAll(item, ['id'])[0] ?? readFirst(item, 'order_no'),
  )
  return { question, ids, total: Number(readFirst(data, 'total')) }
}

function checkTwice({ ids, question }: Page, seen: Set<unknown>, walk: Walk): void {
  for (const [index, id] of ids.entries()) {
    if (id === undefined) continue
    if (seen.has(id)) {
      const path = `data.items[${index}].id`
      walk.report(question, [{ path, expected: 'an item once', got: `${showValue(id)} again` }])
    }
    seen.add(id)
  }
}

function checkSame(whole: unknown[], part: Page, from: number, walk: Walk): void {
  const wanted = whole.slice(from, from + SMALL).join(', ')
  const got = part.ids.join(', ')
  if (wanted === got) return
  const expected = `the order of the whole list: ${wanted || 'nothing'}`
  walk.report(part.question, [{ path: 'data.items', expected, got: got || 'nothing' }])
}

/** Reads a list in big and in small pages: sizes, total, order and no item twice. */
export async function checkPaging(walk: Walk, list: ListQuestion): Promise<void> {
  const whole: unknown[] = []
  const seen = new Set<unknown>()
  const pages = { last: 1 }
  for (let page = 1; page <= pages.last; page += 1) {
    const big = await readPage(walk, list, page, BIG)
    if (!big) return
    checkTwice(big, seen, walk)
    whole.push(...big.ids)
    pages.last = Math.min(walk.limits.pages, Math.ceil(big.total / BIG) || 1)
  }
  const seenSmall = new Set<unknown>()
  for (const page of [1, 2]) {
    const small = await readPage(walk, list, page, SMALL)
    if (!small) continue
    checkTwice(small, seenSmall, walk)
    checkSame(whole, small, (page - 1) * SMALL, walk)
  }
  // A reader may stand on a page that is no more: it is empty, not an error.
  if (whole.length < walk.limits.pages * BIG) await readPage(walk, list, pages.last + 1, BIG)
}

/** Checks the paging of every list that visitors read. */
export async function readLists(walk: Walk): Promise<void> {
  const lists = endpointKeys.filter((key) => isPaged(key) && key !== 'GET /api/search/morelist')
  await mapLimited(lists, AT_ONCE, (key) => checkPaging(walk, { key, lang: walk.lang }))
}
