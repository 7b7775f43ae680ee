import { STAFF_PAGE_POLICY, type Html } from './staff-page.ts'
import type { Exchange } from './exchange.ts'
import type { Headers } from './headers.ts'

const COMMON_HEADERS: Headers = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // The address may contain the key of the status page.
  'Referrer-Policy': 'no-referrer',
}

/** Sends a response that is not a file of a release and must be neither cached nor framed. */
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

export async function sendStaffPage(
  exchange: Exchange,
  status: number,
  page: Html,
  headers: Headers = {},
): Promise<void> {
  sendResponse(exchange, status, (await page).toString(), {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': STAFF_PAGE_POLICY,
    ...headers,
  })
}
