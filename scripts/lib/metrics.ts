// Metrics for Prometheus (prometheus.io, "Metric and label naming"): times in seconds, labels with few values.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of the application. They are always recorded, and served only if METRICS_PORT is set. */
export const registry = new Registry()

const httpRequests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration from the head of a request to the end of its response.',
  labelNames: ['server', 'route', 'method', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
})
const databaseQueries = new Histogram({
  name: 'database_query_duration_seconds',
  help: 'Duration of a database query.',
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1],
  registers: [registry],
})
const storeRequests = new Histogram({
  name: 'file_store_request_duration_seconds',
  help: 'Duration of a request to the store of STORAGE_URL, including retries.',
  labelNames: ['operation', 'result'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
  registers: [registry],
})
const jobRuns = new Histogram({
  name: 'job_duration_seconds',
  help: 'Duration of a run of a background job.',
  labelNames: ['job', 'result'],
  buckets: [0.001, 0.01, 0.1, 1, 10, 60],
  registers: [registry],
})
const builds = new Counter({
  name: 'publish_builds_total',
  help: 'Finished builds by cause and result.',
  labelNames: ['cause', 'result'],
  registers: [registry],
})
const buildSteps = new Histogram({
  name: 'publish_step_duration_seconds',
  help: 'Duration of the steps of a build: fetch, render, store, gate, switch.',
  labelNames: ['step'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300],
  registers: [registry],
})
const lastPublished = new Gauge({
  name: 'publish_last_success_timestamp_seconds',
  help: 'Time of the last successful build, published or unchanged.',
  registers: [registry],
})

const smsMessages = new Counter({
  name: 'sms_messages_total',
  help: 'SMS messages by gateway: accepted or refused by the gateway, delivered or failed according to its receipts.',
  labelNames: ['gateway', 'result'],
  registers: [registry],
})

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface ObservedRequest {
  server: 'site' | 'api'
  /** A route template, never a path from a request, to bound the number of series. */
  route: string
  method: string
  status: number
}

/** Records a finished request and its duration in ms. */
export function observeRequest(
  { server, route, method, status }: ObservedRequest,
  ms: number,
): void {
  const labels = { server, route, method: METHODS.has(method) ? method : 'other', status }
  httpRequests.observe(labels, ms / 1000)
}

/** Records a database query and its duration in ms. */
export function observeQuery(ms: number): void {
  databaseQueries.observe(ms / 1000)
}

/** Records a request to the store and its duration in ms. @param operation such as `PutObject` */
export function observeStoreRequest(
  operation: string,
  { isOk, ms }: { isOk: boolean; ms: number },
): void {
  storeRequests.observe({ operation, result: isOk ? 'ok' : 'error' }, ms / 1000)
}

/** Records a run of a background job and its duration in ms. */
export function observeJob(job: string, { isOk, ms }: { isOk: boolean; ms: number }): void {
  jobRuns.observe({ job, result: isOk ? 'ok' : 'error' }, ms / 1000)
}

/** Records a finished build. @param times ms by step, named like `renderMs` */
export function observeBuild(
  build: { cause: string; result: string; endedAt: string },
  times: Readonly<Record<string, number | undefined>>,
): void {
  builds.inc({ cause: build.cause, result: build.result })
  for (const [name, ms] of Object.entries(times)) {
    if (ms !== undefined) buildSteps.observe({ step: name.replace(/Ms$/, '') }, ms / 1000)
  }
  if (build.result === 'published' || build.result === 'unchanged') {
    lastPublished.set(Date.parse(build.endedAt) / 1000)
  }
}

/** Records the result of an SMS message: of the send request, or of a receipt. */
export function countSms(message: {
  gateway: string
  result: 'accepted' | 'refused' | 'delivered' | 'failed'
}): void {
  smsMessages.inc(message)
}

/**
 * Collects memory, processor time, event loop delay and garbage collection of this process.
 * @returns a function that returns all current metrics
 */
export function openProcessMetrics(): () => Registry {
  const own = new Registry()
  collectDefaultMetrics({ register: own })
  return () => Registry.merge([registry, own])
}
