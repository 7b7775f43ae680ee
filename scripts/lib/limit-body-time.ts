import type { IncomingMessage, ServerResponse } from 'node:http'
import { MINUTE } from './durations.ts'

/** Limits on the duration and rate of request bodies. */
export interface BodyLimits {
  bodyMs: number
  /** Maximum duration of an upload. */
  uploadMs: number
  /** In each window an upload must transfer at least `windowBytes`. */
  windowMs: number
  windowBytes: number
}

/** Path prefix of uploads. */
export const UPLOADS = '/api/upload/'
export const BODY_LIMITS: BodyLimits = {
  bodyMs: 60_000,
  uploadMs: 15 * MINUTE,
  windowMs: 30_000,
  // 16 KiB/s: a network slower than this would take a day to upload a video.
  windowBytes: 30 * 16 * 1024,
}

/** Whether a request has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Aborts requests with slow bodies. Node has one limit for all requests, which would either abort large
 * videos or allow clients to hold connections open.
 */
export function limitBodyTime(
  request: IncomingMessage,
  response: ServerResponse,
  limits: BodyLimits = BODY_LIMITS,
): void {
  const { socket, url = '' } = request
  if (!hasBody(request)) return
  const isUpload = url.startsWith(UPLOADS)

  const abort = () => {
    stop()
    if (response.headersSent) socket.destroy()
    else response.writeHead(408, { connection: 'close' }).end(() => socket.destroy())
  }
  const limit = setTimeout(abort, isUpload ? limits.uploadMs : limits.bodyMs)
  let lastBytes = socket.bytesRead
  const pace = setInterval(() => {
    if (isUpload && socket.bytesRead - lastBytes < limits.windowBytes) abort()
    lastBytes = socket.bytesRead
  }, limits.windowMs)
  const stop = () => {
    clearTimeout(limit)
    clearInterval(pace)
  }
  request.once('end', stop)
  // `close` also covers broken connections. Listeners on the socket would outlive the request.
  request.once('close', stop)
}
