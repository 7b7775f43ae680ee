import type { Exchange } from '../serve/exchange.ts'
import type { Headers } from '../serve/headers.ts'

const COMMON_HEADERS: Headers = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // The address may contain the key of the status page.
  'Referrer-Policy': 'no-referrer',
}

/** Sends a response of the publisher, which must be neither cached nor framed. */
export function sendResponse(
  { request, response }: Exchange,
  status: number,
  body: string,
  headers: Headers,
): void {
  response.writeHead(status, {
    ...COMMON_HEADERS,
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

export function sendJson(
  exchange: Exchange,
  status: number,
  value: object,
  headers: Headers = {},
): void {
  const type = { 'Content-Type': 'application/json; charset=utf-8' }
  sendResponse(exchange, status, JSON.stringify(value), { ...type, ...headers })
}
