import type { Exchange } from './exchange.ts'
import type { Checks } from './readiness.ts'
import { sendJson } from './send-response.ts'

/** Liveness: responds while the process runs. */
export function sendHealth(exchange: Exchange): void {
  sendJson(exchange, 200, { status: 'ok' })
}

/** Readiness: 503 lists the failed checks. */
export function sendReadiness(exchange: Exchange, checks: Checks): void {
  const failed = Object.keys(checks).filter((name) => checks[name] !== 'ok')
  const ready = failed.length === 0
  sendJson(exchange, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', checks, failed })
}
