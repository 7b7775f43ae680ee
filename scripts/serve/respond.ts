import type { IncomingMessage, ServerResponse } from 'node:http'
import send from 'send'
import * as v from 'valibot'
import type { Locale } from '#i18n/locales.ts'
import { localizePath } from '#i18n/paths.ts'
import type { Logger } from '../lib/logger.ts'
import { fileHeaders, securityHeaders, type Headers } from './headers.ts'
import { findDocument, type Manifest, type SiteFile } from './manifest.ts'
import { chooseEncoding } from './negotiate.ts'
import type { Compressor } from './precompress.ts'
import { ALLOWED_METHODS, type Answer } from './resolve.ts'

export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

export interface RespondContext {
  manifest: Manifest
  compressor: Compressor
  https: boolean
  logger: Logger
}

/** Writes an answer. Resolves when the answer is on its way, not when it has arrived. */
export async function respond(
  exchange: Exchange,
  answer: Answer,
  context: RespondContext,
): Promise<void> {
  switch (answer.kind) {
    case 'file':
      return sendFile(exchange, answer.file, 200, context)
    case 'not-found':
      return sendErrorPage(exchange, answer.locale, 404, context)
    case 'bad-request':
      return sendErrorPage(exchange, answer.locale, 400, context)
    case 'redirect':
      return sendText(exchange, 301, '', context, { Location: answer.location })
    case 'method-not-allowed':
      return sendText(exchange, 405, 'Method Not Allowed', context, {
        Allow: ALLOWED_METHODS.join(', '),
      })
  }
}

/** A short plain answer that is never kept. */
export function sendText(
  { response }: Exchange,
  status: number,
  text: string,
  { https }: Pick<RespondContext, 'https'>,
  headers: Headers = {},
): void {
  response.statusCode = status
  setHeaders(response, {
    ...securityHeaders(https),
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-cache',
    ...headers,
  })
  response.end(text)
}

async function sendErrorPage(
  exchange: Exchange,
  locale: Locale,
  status: 400 | 404,
  context: RespondContext,
): Promise<void> {
  const page = findDocument(context.manifest, localizePath('/404', locale))
  if (page) return sendFile(exchange, page, status, context)
  sendText(exchange, status, 'This page could not be found', context)
}

/**
 * Sends a file through `send`, which knows ranges and conditions. A compressed variant has no
 * ranges: a part of it is of no use to a client that wants a part of the content.
 */
async function sendFile(
  exchange: Exchange,
  file: SiteFile,
  status: 200 | 400 | 404,
  context: RespondContext,
): Promise<void> {
  const { request, response } = exchange
  const isWhole = status === 200
  const wantsPart = isWhole && request.headers.range !== undefined
  const accepted = wantsPart ? undefined : request.headers['accept-encoding']
  const encoding = chooseEncoding(accepted, file.encodings)
  const variant = encoding && (await context.compressor.find(file, encoding))

  response.statusCode = status
  setHeaders(response, fileHeaders(file, context.https))
  if (variant) response.setHeader('Content-Encoding', encoding)
  // Each variant is a representation of its own, so its strong validator differs.
  if (isWhole) response.setHeader('ETag', variant ? tagVariant(file.etag, encoding) : file.etag)
  pipeFile(exchange, variant ?? file.file, isWhole && !variant, context)
}

function pipeFile(exchange: Exchange, file: string, ranges: boolean, context: RespondContext) {
  const { request, response } = exchange
  // Times say nothing after a roll-back, the validator is the content itself.
  const options = { acceptRanges: ranges, cacheControl: false, etag: false, lastModified: false }
  send(request, encodeURI(file), { ...options, dotfiles: 'allow', index: false })
    .on('error', (error: unknown) => sendFault(exchange, error, context))
    .pipe(response)
}

const FaultSchema = v.object({
  status: v.number(),
  headers: v.optional(v.record(v.string(), v.string()), {}),
})

/** What `send` could not do: a range or condition that does not hold, or a file that went away. */
function sendFault(exchange: Exchange, error: unknown, context: RespondContext): void {
  const { response, request } = exchange
  const fault = v.safeParse(FaultSchema, error)
  const { status, headers } = fault.success ? fault.output : { status: 500, headers: {} }
  if (status !== 416 && status !== 412) {
    context.logger.error({ err: error, url: request.url }, 'a file of the release cannot be read')
  }
  if (response.headersSent) {
    response.destroy()
    return
  }
  for (const name of response.getHeaderNames()) {
    if (name !== 'x-request-id' && name !== 'connection') response.removeHeader(name)
  }
  sendText(exchange, status >= 500 || status === 404 ? 500 : status, '', context, headers)
}

function tagVariant(etag: string, encoding: string): string {
  return etag.replace(/"$/, `-${encoding}"`)
}

function setHeaders(response: ServerResponse, headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}
