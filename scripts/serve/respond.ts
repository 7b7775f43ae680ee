import send from 'send'
import * as v from 'valibot'
import { NOT_FOUND } from '#config.ts'
import type { Locale } from '#i18n/locales.ts'
import { localizePath } from '#i18n/paths.ts'
import { isNavigation, sendErrorPage } from './error-page.ts'
import {
  clearHeaders,
  sendText,
  setHeaders,
  type Exchange,
  type RespondContext,
} from './exchange.ts'
import { getFileHeaders } from './headers.ts'
import { findDocument, type SiteFile } from './manifest.ts'
import { chooseEncoding } from './negotiate.ts'
import { ALLOWED_METHODS, type Resolution } from './resolve.ts'

/** Sends a resolution. Resolves when sending has begun, not when it has finished. */
export async function respond(
  exchange: Exchange,
  resolution: Resolution,
  context: RespondContext,
): Promise<void> {
  switch (resolution.kind) {
    case 'file':
      return sendFile(exchange, resolution.file, 200, context)
    case 'not-found':
      return sendNotFound(exchange, resolution.locale, context)
    case 'error':
      return sendErrorPage(exchange, resolution, context)
    case 'redirect':
      return sendText(
        exchange,
        { status: 301, headers: { Location: resolution.location } },
        context,
      )
    case 'method-not-allowed':
      return sendMethodNotAllowed(exchange, resolution.locale, context)
  }
}

async function sendNotFound(
  exchange: Exchange,
  locale: Locale,
  context: RespondContext,
): Promise<void> {
  const page = findDocument(context.manifest, localizePath('/404', locale))
  if (page) return sendFile(exchange, page, 404, context)
  sendText(exchange, { status: 404, text: NOT_FOUND.message }, context)
}

function sendMethodNotAllowed(exchange: Exchange, locale: Locale, context: RespondContext): void {
  const headers = { Allow: ALLOWED_METHODS.join(', ') }
  // Browsers that post a form to a page get an error page, programs a short text.
  if (!isNavigation(exchange.request)) {
    return sendText(exchange, { status: 405, text: 'Method Not Allowed', headers }, context)
  }
  sendErrorPage(exchange, { status: 405, locale }, context, headers)
}

/**
 * Sends a file with `send`, which handles ranges and conditional requests. Range requests get the
 * uncompressed file, because clients request a range of the content, not of the compressed bytes.
 */
async function sendFile(
  exchange: Exchange,
  file: SiteFile,
  status: 200 | 404,
  context: RespondContext,
): Promise<void> {
  const { request, response } = exchange
  const isOk = status === 200
  const isRange = isOk && request.headers.range !== undefined
  const accepted = isRange ? undefined : request.headers['accept-encoding']
  const encoding = chooseEncoding(accepted, file.encodings)
  const variant = encoding && (await context.compressor.find(file, encoding))

  response.statusCode = status
  setHeaders(response, getFileHeaders(file, context.https))
  if (variant) response.setHeader('Content-Encoding', encoding)
  // Each variant is a different representation and needs a different strong validator.
  if (isOk) response.setHeader('ETag', variant ? tagVariant(file.etag, encoding) : file.etag)
  pipeFile(exchange, variant ?? file.file, isOk && !variant, context)
}

function pipeFile(exchange: Exchange, file: string, ranges: boolean, context: RespondContext) {
  const { request, response } = exchange
  // The client may have disconnected during compression.
  if (response.destroyed) return
  // No Last-Modified: a rollback makes an older file current. The ETag depends on the content only.
  const options = { acceptRanges: ranges, cacheControl: false, etag: false, lastModified: false }
  send(request, encodeURI(file), { ...options, dotfiles: 'allow', index: false })
    .on('error', (error: unknown) => sendFault(exchange, error, context))
    .pipe(response)
}

const FaultSchema = v.object({
  status: v.number(),
  headers: v.optional(v.record(v.string(), v.string()), {}),
})

/** Handles errors of `send`: an unsatisfiable range, a failed precondition or an unreadable file. */
function sendFault(exchange: Exchange, error: unknown, context: RespondContext): void {
  const { response, request } = exchange
  const fault = v.safeParse(FaultSchema, error)
  const { status, headers } = fault.success ? fault.output : { status: 500, headers: {} }
  if (status !== 416 && status !== 412) {
    context.logger.error({ err: error, url: request.url }, 'cannot read a file of the release')
  }
  if (response.headersSent) {
    response.destroy()
    return
  }
  clearHeaders(response)
  if (status === 416 || status === 412) return sendText(exchange, { status, headers }, context)
  sendErrorPage(exchange, { status: 500 }, context)
}

function tagVariant(etag: string, encoding: string): string {
  return etag.replace(/"$/, `-${encoding}"`)
}
