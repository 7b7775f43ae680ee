import fc from 'fast-check'
import { anyRequest, sendRequest } from '../contract/fuzz-requests.ts'
import { openAdminApi } from '../support/admin-api.ts'

// node tests/load/fuzz-content.ts [requests]: many random requests; prints failures and memory.

const RUNS = Number(process.argv[2] ?? 10_000)
const mebibytes = () => Math.round(process.memoryUsage.rss() / 1024 / 1024)

const api = await openAdminApi()
const statuses = new Map<number, number>()
const requests = fc.sample(anyRequest, RUNS)
// What the program and its statements need once is no growth.
for (const request of requests.slice(0, 2000)) await sendRequest(api, request)
const before = mebibytes()
const started = performance.now()
for (const request of requests) {
  const { response } = await sendRequest(api, request)
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  api.logs.length = 0
  api.queries.length = 0
}
const seconds = (performance.now() - started) / 1000
await api.close()

const failures = [...statuses].filter(([status]) => status >= 500)
console.log({
  requests: RUNS,
  statuses: Object.fromEntries(statuses),
  failures: failures.reduce((sum, [, count]) => sum + count, 0),
  per_second: Math.round(RUNS / seconds),
  rss_mib: { before, after: mebibytes() },
})
process.exitCode = failures.length > 0 ? 1 : 0
