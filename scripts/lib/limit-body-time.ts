import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long the body of a request may take, and how fast it must come. */
export interface BodyLimits {
  bodyMs: number
  /** Of uploads, which are long by nature. */
  uploadMs: number
  /** Uploads are looked at this often, and must have brought so many bytes. */
  windowMs: number
  windowBytes: number
}

/** Where uploads go, below the address of the site. */
export const UPLOADS = '/api/upload/'
export const BODY_LIMITS: BodyLimits = {
  bodyMs: 60_000,
  uploadMs: 15 * 60_000,
  windowMs: 30_000,
  // 16 KiB/s: slower than any network that could bring a video within its day.
  windowBytes: 30 * 16 * 1024,
}

/** Whether a body follows the head of a request. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Cuts a request whose body trickles in. Node has one limit for all requests: it would either stop
 * large videos, or let anyone hold connections open.
 */
export function limitBodyTime(
  request: IncomingMessage,
  response: ServerResponse,
  limits: BodyLimits = BODY_LIMITS,
): void {
  const { socket, url = '' } = request
  if (!hasBody(request)) return
  const isUpload = url.startsWith(UPLOADS)

  const cut = () => {
    stop()
    if (response.headersSent) socket.destroy()
    else response.writeHead(408, { connection: 'close' }).end(() => socket.destroy())
  }
  const limit = setTimeout(cut, isUpload ? limits.uploadMs : limits.bodyMs)
  let before = socket.bytesRead
  const pace = setInterval(() => {
    if (isUpload && socket.bytesRead - before < limits.windowBytes) cut()
    before = socket.bytesRead
  }, limits.windowMs)
  const stop = () => {
    clearTimeout(limit)
    clearInterval(pace)
  }
  request.once('end', stop)
  // Also when the connection breaks. On the connection itself nothing may be left listening.
  request.once('close', stop)
}
