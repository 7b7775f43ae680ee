import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../lib/logger.ts'
import { getSecurityHeaders, type HeaderRecord, type HttpsPolicy } from './headers.ts'
import type { Manifest } from './manifest.ts'
import type { Compressor } from './precompress.ts'

export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

export interface RespondContext {
  manifest: Manifest
  compressor: Compressor
  https: HttpsPolicy
  logger: Logger
}

export function setHeaders(response: ServerResponse, headers: HeaderRecord): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** Clears the headers of a response that an error response replaces; the request id stays. */
export function clearHeaders(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) {
    if (name !== 'x-request-id' && name !== 'connection') response.removeHeader(name)
  }
}

/** Sends a short plain-text response that must be revalidated. */
export function sendText(
  { response }: Exchange,
  { status, text = '', headers }: { status: number; text?: string; headers?: HeaderRecord },
  { https }: Pick<RespondContext, 'https'>,
): void {
  response.statusCode = status
  setHeaders(response, {
    ...getSecurityHeaders(https),
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-cache',
    ...headers,
  })
  response.end(text)
}
