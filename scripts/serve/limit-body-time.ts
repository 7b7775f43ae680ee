import { hasBody } from './proxy.ts'
import type { Exchange } from './exchange.ts'

const BODY_TIMEOUT_MS = 60_000
/** As long as an upload ticket of the API lives. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000

/**
 * Cuts a request whose body trickles in for too long. Node has one limit for all requests, which
 * would either stop a large video or let anyone hold connections open.
 */
export function limitBodyTime(
  { request, response }: Exchange,
  path: string,
  timeoutMs = BODY_TIMEOUT_MS,
): void {
  if (!hasBody(request)) return
  const limit = path.startsWith('/api/upload/') ? Math.max(UPLOAD_TIMEOUT_MS, timeoutMs) : timeoutMs
  const timer = setTimeout(() => {
    if (response.headersSent) request.destroy()
    else response.writeHead(408, { Connection: 'close' }).end(() => request.destroy())
  }, limit)
  const stop = () => clearTimeout(timer)
  request.once('end', stop)
  // Also when the connection breaks. On the connection itself nothing may be left listening.
  request.once('close', stop)
}
