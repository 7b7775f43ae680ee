import send from 'send'
import * as v from 'valibot'
import { NOT_FOUND } from '#config.ts'
import type { Locale } from '#i18n/locales.ts'
import { localeOfPath, localizePath } from '#i18n/paths.ts'
import { isNavigation, sendErrorPage } from './error-page.ts'
import {
  clearHeaders,
  sendText,
  setHeaders,
  type Exchange,
  type RespondContext,
} from './exchange.ts'
import { fileHeaders } from './headers.ts'
import { findDocument, type SiteFile } from './manifest.ts'
import { chooseEncoding } from './negotiate.ts'
import { splitTarget } from './parse-target.ts'
import { ALLOWED_METHODS, type Answer } from './resolve.ts'

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
      return sendNotFound(exchange, answer.locale, context)
    case 'error':
      return sendErrorPage(exchange, answer, context)
    case 'redirect':
      return sendText(exchange, 301, '', context, { Location: answer.location })
    case 'method-not-allowed':
      return sendMethodNotAllowed(exchange, answer.locale, context)
  }
}

async function sendNotFound(
  exchange: Exchange,
  locale: Locale,
  context: RespondContext,
): Promise<void> {
  const page = findDocument(context.manifest, localizePath('/404', locale))
  if (page) return sendFile(exchange, page, 404, context)
  sendText(exchange, 404, NOT_FOUND.message, context)
}

function sendMethodNotAllowed(exchange: Exchange, locale: Locale, context: RespondContext): void {
  const headers = { Allow: ALLOWED_METHODS.join(', ') }
  // Someone who sent a form to a page reads the answer; a program reads the status.
  if (!isNavigation(exchange.request)) {
    sendText(exchange, 405, 'Method Not Allowed', context, headers)
    return
  }
  sendErrorPage(exchange, { status: 405, locale }, context, headers)
}

/**
 * Sends a file through `send`, which knows ranges and conditions. A compressed variant has no
 * ranges: a part of it is of no use to a client that wants a part of the content.
 */
async function sendFile(
  exchange: Exchange,
  file: SiteFile,
  status: 200 | 404,
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
  // The client may have left while a variant was made.
  if (response.destroyed) return
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
  clearHeaders(response)
  if (status === 416 || status === 412) {
    sendText(exchange, status, '', context, headers)
    return
  }
  const locale = localeOfPath(splitTarget(request.url ?? '/').path)
  sendErrorPage(exchange, { status: 500, locale }, context)
}

function tagVariant(etag: string, encoding: string): string {
  return etag.replace(/"$/, `-${encoding}"`)
}
