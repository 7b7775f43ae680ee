import { STATUS_CODES, type IncomingMessage } from 'node:http'
import { ROUTE_ERROR } from '#config.ts'
import type { Locale } from '#i18n/locales.ts'
import { getPathLocale, localizePath } from '#i18n/paths.ts'
import { ERROR_PAGE, type RouteError } from '#routes.ts'
import {
  clearHeaders,
  sendText,
  setHeaders,
  type Exchange,
  type RespondContext,
} from './exchange.ts'
import { getFileHeaders, type HeaderRecord } from './headers.ts'
import { findDocument } from './manifest.ts'
import { splitTarget } from './parse-target.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeText = (text: string): string => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? '')

/** Inserts status and message of an error into the built error page, as escaped text. */
export function fillErrorPage(html: string, error: RouteError): string {
  const fill = (page: string, name: keyof RouteError) =>
    page.replace(
      new RegExp(`(<[^<>]*\\bdata-error="${name}"[^<>]*>)[^<]*`),
      (_, tag: string) => tag + escapeText(String(error[name])),
    )
  const state = JSON.stringify(error).replaceAll('<', '\\u003c')
  return fill(fill(html, 'status'), 'message').replace(
    `"error":${JSON.stringify(ROUTE_ERROR)}`,
    () => `"error":${state}`,
  )
}

/**
 * Returns the public message of a status: its standard reason phrase, or "Error" for a 500 (spec
 * section 2). Internal messages are logged only.
 */
const describeStatus = (status: number): RouteError => ({
  status,
  message: (status === ROUTE_ERROR.status ? null : STATUS_CODES[status]) ?? ROUTE_ERROR.message,
})

/** Whether a request is a navigation, not a fetch or subresource. */
export function isNavigation({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? /\btext\/html\b/.test(headers.accept ?? '') : mode === 'navigate'
}

/**
 * Sends the error page of a locale, by default that of the requested path. Its HTML is cached in memory, so
 * that it can be sent when the release cannot be read from disk.
 */
export function sendErrorPage(
  exchange: Exchange,
  { status, locale }: { status: number; locale?: Locale },
  context: Pick<RespondContext, 'manifest' | 'https'>,
  headers: HeaderRecord = {},
): void {
  const { request, response } = exchange
  const { manifest, https } = context
  const requested = getPathLocale(splitTarget(request.url ?? '/').path)
  const error = describeStatus(status)
  clearHeaders(response)
  const file = findDocument(manifest, localizePath(ERROR_PAGE, locale ?? requested))
  const html = file && manifest.errorPages.get(file.path)
  if (!file || html === undefined) {
    return sendText(exchange, { status, text: error.message, headers }, context)
  }
  const page = fillErrorPage(html, error)
  response.statusCode = status
  setHeaders(response, {
    ...getFileHeaders({ ...file, encodings: [] }, https),
    'Content-Length': String(Buffer.byteLength(page)),
    ...headers,
  })
  response.end(page)
}
