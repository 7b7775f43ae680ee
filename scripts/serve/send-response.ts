import { html } from 'hono/html'
import { getPathLocale } from '#i18n/paths.ts'
import { readTexts } from '#i18n/read-texts.ts'
import type { Html } from '../lib/render-document.ts'
import { renderStaffPage, STAFF_PAGE_POLICY } from './staff-page.ts'
import type { Exchange } from './exchange.ts'
import type { HeaderRecord } from './headers.ts'

const COMMON_HEADERS: HeaderRecord = {
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
  headers: HeaderRecord,
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
  headers: HeaderRecord = {},
): void {
  const type = { 'Content-Type': 'application/json; charset=utf-8' }
  sendResponse(exchange, status, JSON.stringify(value), { ...type, ...headers })
}

export async function sendStaffPage(
  exchange: Exchange,
  status: number,
  page: Html,
  headers: HeaderRecord,
): Promise<void> {
  sendResponse(exchange, status, (await page).toString(), {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': STAFF_PAGE_POLICY,
    ...headers,
  })
}

const TEXTS = readTexts('publishing')
const RETRY_S = 10

/** Responds with 503 while the first release is built; browsers get a page that reloads automatically. */
export async function sendFirstBuild(exchange: Exchange, path: string): Promise<void> {
  const retry = { 'Retry-After': String(RETRY_S) }
  if (path.startsWith('/hooks/') || path.startsWith('/api/')) {
    return sendJson(exchange, 503, { error: 'the first build runs' }, retry)
  }
  const locale = getPathLocale(path)
  const t = TEXTS[locale]
  const title = t('publishing:first_build')
  const body = html`<h1>${title}</h1>
    <p>${t('publishing:first_build_text')}</p>`
  const page = renderStaffPage({ locale, title, refreshS: RETRY_S, body })
  return sendStaffPage(exchange, 503, page, retry)
}
