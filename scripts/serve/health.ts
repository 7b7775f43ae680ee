import { findDocument, type Manifest } from './manifest.ts'
import type { Exchange } from './exchange.ts'

/** Says that the process answers. */
export function sendHealth(exchange: Exchange): void {
  sendJson(exchange, 200, { status: 'ok' })
}

/**
 * Says whether visitors should be sent here. The API is no part of it: pages read well without it.
 */
export function sendReadiness(exchange: Exchange, manifest: Manifest, draining: boolean): void {
  const checks = { release: findDocument(manifest, '/') !== undefined, draining: !draining }
  const failed = Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name]))
  const ready = failed.length === 0
  sendJson(exchange, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', failed })
}

function sendJson({ request, response }: Exchange, status: number, value: object): void {
  const body = JSON.stringify(value)
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
