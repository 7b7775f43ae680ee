import { openDatabase } from '#scripts/admin-api/db/open.ts'
import { writeSearchIndex } from '#scripts/admin-api/content/write/search.ts'
import { findItems } from '#scripts/admin-api/modules/search/find.ts'
import { loadHits } from '#scripts/admin-api/modules/search/hits.ts'
import { createTemporaryFolder } from '../support/admin-api.ts'
import { getDatabaseAddress } from '../support/database.ts'
import { fillWithItems, makeQueries } from './make-search-items.ts'
import { findPercentile } from './percentile.ts'

// node tests/load/bench-search.ts [items] [queries]: search over many items; prints the time to build the
// index and the response times of queries.

const ITEMS = Number(process.argv[2] ?? 10_000)
const QUERIES = Number(process.argv[3] ?? 500)
const LIMIT_MS = 50

using folder = createTemporaryFolder()
const db = await openDatabase(getDatabaseAddress(folder.path))
const now = Date.now()
await db.transaction((trx) => fillWithItems(trx, ITEMS, now))
const indexStartedAt = performance.now()
await db.transaction((trx) => writeSearchIndex(trx))
const index_s = Math.round(performance.now() - indexStartedAt) / 1000

const queries = makeQueries(QUERIES)
const times: { q: string; ms: number; matches: number }[] = []
// Warms up prepared statements and the page cache.
for (const q of queries.slice(0, 20)) await findItems(db.query, q, 'zh-cn')
for (const q of queries) {
  const started = performance.now()
  const { matches, terms } = await findItems(db.query, q, 'zh-cn')
  await loadHits(db.query, matches.slice(0, 40), { lang: 'zh-cn', now, terms })
  times.push({ q, ms: performance.now() - started, matches: matches.length })
}
await db.close()

const sorted = times.toSorted((one, other) => one.ms - other.ms)
const durations = times.map(({ ms }) => ms)
const at = (share: number) => Math.round(findPercentile(durations, share) * 10) / 10
console.log({ items: ITEMS, queries: QUERIES, index_s, p50: at(0.5), p95: at(0.95), max: at(1) })
console.log('slowest', sorted.slice(-8))
console.log('without results', times.filter(({ matches }) => matches === 0).length)
process.exitCode = at(0.95) < LIMIT_MS ? 0 : 1
