import type { EndpointKey } from '#api/index.ts'
import type { Walk } from './create-walk.ts'
import { showValue } from './finding.ts'
import { pickSome, readAll, readFirst, readList } from './json.ts'
import type { ApiCall } from './api-call.ts'

interface Filter {
  key: EndpointKey
  /** Name of the query parameter. */
  name: string
  /** Path of the filtered field in an item. */
  at: string[]
}

// oxfmt-ignore
const FILTERS: Filter[] = [
  { key: 'GET /api/course/list', name: 'category_id', at: ['category', 'id'] },
  { key: 'GET /api/course/list', name: 'city_id', at: ['cities', 'id'] },
  { key: 'GET /api/course/list', name: 'state', at: ['state'] },
  { key: 'GET /api/course/datelist', name: 'id', at: ['course', 'id'] },
  { key: 'GET /api/perform/list', name: 'genre_id', at: ['genre', 'id'] },
  { key: 'GET /api/perform/list', name: 'city_id', at: ['cities', 'id'] },
  { key: 'GET /api/perform/list', name: 'state', at: ['state'] },
  { key: 'GET /api/artist/artist_list', name: 'discipline_id', at: ['discipline', 'id'] },
  { key: 'GET /api/artist/news_list', name: 'artist_id', at: ['subject', 'id'] },
]

async function checkValue(walk: Walk, { key, name, at }: Filter, value: unknown): Promise<void> {
  const call: ApiCall = { key, query: { [name]: String(value) } }
  const data = await walk.read(call)
  if (data === undefined) return
  const items = readList(data, 'items')
  const expected = `items with ${at.join('.')} ${String(value)}`
  if (items.length === 0) walk.report(call, [{ path: 'data.items', expected, got: 'none' }])
  for (const [index, item] of items.entries()) {
    const values = readAll(item, at)
    if (values.includes(value)) continue
    const got = values.map(showValue).join(', ') || 'nothing'
    walk.report(call, [{ path: `data.items[${index}].${at.join('.')}`, expected, got }])
  }
}

/** Filters lists by values of their items and checks that every returned item matches. */
export async function readFilters(walk: Walk): Promise<void> {
  await walk.forEach(FILTERS, async (filter) => {
    const data = await walk.read({ key: filter.key })
    const values = [...new Set(readList(data, 'items').flatMap((item) => readAll(item, filter.at)))]
    const usable = values.filter((value) => typeof value === 'string' || typeof value === 'number')
    for (const value of pickSome(usable, 2)) await checkValue(walk, filter, value)
  })
}

const CALENDARS: EndpointKey[] = [
  'GET /api/course/calendar',
  'POST /api/course/calendar',
  'POST /api/perform/calendar',
]

function getNextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** Reads the next month of each calendar. */
export async function readMonths(walk: Walk): Promise<void> {
  await walk.forEach(CALENDARS, async (key) => {
    const current = readFirst(await walk.read({ key }), 'month')
    if (typeof current !== 'string') return
    const month = getNextMonth(current)
    const input = key.startsWith('GET') ? { query: { month } } : { body: { month } }
    const call: ApiCall = { key, ...input }
    walk.checkEcho(call, await walk.read(call), 'month', month)
  })
}
