// node tests/load/compare-checkouts.ts CHECKOUT: compares API read performance of this checkout with another
// one (another commit in its own folder, after `npm ci`) on the demo content. Both run at the same time and
// are measured alternately, so that the load of the machine affects both equally.
import '#tests/support/skip-env-file.ts'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { resolve } from 'node:path'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'
import { startApiProcess } from '#tests/support/start-api-process.ts'
import { findPercentile } from './percentile.ts'
import { createProgram, readCommandLine } from '#scripts/lib/command-line/create-program.ts'

const ROUNDS = 7
const REQUESTS = 200
const CONNECTIONS = 16
const CALLS = [
  '/api/index/init',
  '/api/perform/list?page=1&size=24',
  '/api/perform/detail?id=1',
  '/api/artist/news_list?page=1&size=24',
  '/api/search/results?q=kunqu',
]

const {
  args: [OTHER = ''],
} = readCommandLine(
  createProgram(
    'node tests/load/compare-checkouts.ts',
    'Compares the API read performance of two checkouts.',
  ).argument('<checkout>', 'the folder of the other checkout'),
)

/** Starts the API of a checkout with its demo content. */
async function startCheckout(checkout: string) {
  const folder = createTemporaryFolder()
  const settings = { ...process.env, DATA_DIR: folder.path, ADMIN_API_PORT: '0', LOG_LEVEL: 'warn' }
  const { url, end } = await startApiProcess(settings, checkout)
  return {
    url,
    async end() {
      await end()
      folder[Symbol.dispose]()
    },
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

async function request(url: string): Promise<void> {
  const [response] = await once(get(url, { agent, headers: { lang: 'zh-cn' } }), 'response')
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 200) throw new Error(`${url} responded ${response.statusCode}`)
}

/** @returns calls a second */
async function measure(url: string): Promise<number> {
  let left = REQUESTS
  const from = performance.now()
  const work = async () => {
    while (left-- > 0) await request(url)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return REQUESTS / ((performance.now() - from) / 1000)
}

const [other, here] = await Promise.all([startCheckout(resolve(OTHER)), startCheckout('.')])
const rows = []
for (const call of CALLS) {
  const rates: { other: number; here: number }[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    rates.push({ other: await measure(other.url + call), here: await measure(here.url + call) })
  }
  // The first round warms up.
  const counted = rates.slice(1)
  rows.push({
    call,
    'other, calls/s': Math.round(findPercentile(counted.map((rate) => rate.other))),
    'here, calls/s': Math.round(findPercentile(counted.map((rate) => rate.here))),
    'here : other': findPercentile(counted.map((rate) => rate.here / rate.other)).toFixed(2),
  })
}
console.table(rows)
agent.destroy()
await Promise.all([other.end(), here.end()])
