// npm run bench:scale -- [ITEMS]: API response times with thousands of items: a table of calls with p50, p95
// and the largest response, over real connections. DATA_DIR is a folder filled by `npm run demo:scale`;
// without one a temporary folder is filled first.
import '#tests/support/skip-env-file.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { withDatabase } from '#scripts/admin-api/commands/with-database.ts'
import { fillWithDemo } from '#scripts/admin-api/demo/fill.ts'
import { DEMO_CONTENT } from '#scripts/admin-api/demo/demo-content.ts'
import { startAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import { createConfig, createTemporaryFolder } from '#tests/support/admin-api.ts'
import { createProgram, readCommandLine } from '#scripts/lib/command-line/create-program.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { readWholeNumber } from '#tests/support/read-whole-number.ts'
import { findPercentile } from './percentile.ts'

const {
  args: [ITEMS],
} = readCommandLine(
  createProgram('npm run bench:scale --', 'Times the API with thousands of items.').argument(
    '[items]',
    'number of items, unless DATA_DIR is a filled folder',
    readWholeNumber,
    10_000,
  ),
)
const ROUNDS = 40
const WARM_UP = 3
/** Limit for a single call; rendering a page waits for several. */
const LIMIT_MS = 100

using folder = createTemporaryFolder()
const configuredDir = process.env['DATA_DIR']
const dataDir = configuredDir ?? folder.path
if (!existsSync(join(dataDir, 'entracte.db'))) {
  const config = createConfig(dataDir)
  const { mediaCacheDir: cacheDir } = config
  const options = { root: DEMO_CONTENT, dataDir, cacheDir, now: Date.now() }
  await withDatabase(config, (db) => fillWithDemo(db, ITEMS, options))
}
const api = await startAdminApi(createConfig(dataDir), { logger: SILENT_LOGGER })

interface Call {
  name: string
  method?: 'POST'
  path: (round: number) => string
  body?: (round: number) => object
}
const month = (round: number) => {
  const day = new Date(Date.now())
  day.setUTCMonth(day.getUTCMonth() - (round % 24), 1)
  return day.toISOString().slice(0, 7)
}
const query = (round: number) =>
  ['茶馆', 'teahouse', '昆曲', 'kunqu', 'chaguan', 'mask', '牡丹', 'seagul', '水袖', 'no. 77'][
    round % 10
  ] ?? ''
const CALLS: readonly Call[] = [
  { name: 'home: banner', path: () => '/api/index/banner' },
  { name: 'perform index', path: () => '/api/perform/index' },
  { name: 'perform list', path: (n) => `/api/perform/list?page=${1 + n}&size=24` },
  { name: 'perform detail', path: (n) => `/api/perform/detail?id=${1 + (n % 12)}` },
  { name: 'course index', path: () => '/api/course/index' },
  { name: 'course list', path: (n) => `/api/course/list?page=${1 + n}&size=24` },
  { name: 'course detail', path: (n) => `/api/course/detail?id=${1 + (n % 12)}` },
  { name: 'activity detail', path: (n) => `/api/course/activity_detail?id=${1 + (n % 6)}` },
  { name: 'course dates', path: (n) => `/api/course/datelist?page=${1 + n}&size=50` },
  { name: 'artists', path: (n) => `/api/artist/artist_list?page=${1 + n}&size=24` },
  { name: 'artist detail', path: (n) => `/api/artist/artist_detail?id=${1 + (n % 12)}` },
  { name: 'news, first pages', path: (n) => `/api/artist/news_list?page=${1 + n}&size=24` },
  { name: 'news, last pages', path: (n) => `/api/artist/news_list?page=${60 + n}&size=24` },
  { name: 'news detail', path: (n) => `/api/artist/news_detail?id=${1 + (n % 10)}` },
  {
    name: 'calendar: shows',
    method: 'POST',
    path: () => '/api/perform/calendar',
    body: (n) => ({ month: month(n) }),
  },
  {
    name: 'calendar: courses',
    method: 'POST',
    path: () => '/api/course/calendar',
    body: (n) => ({ month: month(n) }),
  },
  { name: 'search', path: (n) => `/api/search/results?q=${encodeURIComponent(query(n))}` },
  {
    name: 'search, more',
    path: (n) =>
      `/api/search/morelist?kind=artist_news&page=${1 + (n % 5)}&size=24&q=${encodeURIComponent(query(n))}`,
  },
]

async function time(
  { method = 'GET', path, body }: Omit<Call, 'method'> & { method?: string },
  round: number,
) {
  const started = performance.now()
  const response = await fetch(`${api.url}${path(round)}`, {
    method,
    headers: { lang: round % 2 === 0 ? 'zh-cn' : 'en', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body(round)) }),
  })
  const text = await response.text()
  const { code }: { code: number } = JSON.parse(text)
  if (code !== 200) throw new Error(`${path(round)} responded with code ${code}`)
  return { ms: performance.now() - started, bytes: text.length }
}

const rows = []
for (const call of CALLS) {
  for (let round = 0; round < WARM_UP; round += 1) await time(call, round)
  const times = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await time(call, round))
  const durations = times.map(({ ms }) => ms)
  const at = (share: number) => Math.round(findPercentile(durations, share) * 10) / 10
  rows.push({
    call: call.name,
    'p50 ms': at(0.5),
    'p95 ms': at(0.95),
    'max KiB': Math.round(Math.max(...times.map(({ bytes }) => bytes)) / 1024),
  })
}
console.table(rows)
await api.close()
const slow = rows.filter((row) => row['p95 ms'] > LIMIT_MS)
console.log(
  slow.length === 0
    ? `all under ${LIMIT_MS} ms`
    : `over ${LIMIT_MS} ms: ${slow.map(({ call }) => call).join(', ')}`,
)
process.exitCode = slow.length === 0 ? 0 : 1
