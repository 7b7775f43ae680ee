import { html } from 'hono/html'
import { localeOfPath } from '#i18n/paths.ts'
import { readTexts } from '#i18n/read-texts.ts'
import { renderStaffPage } from './staff-page.ts'
import type { Exchange } from './exchange.ts'
import { sendJson, sendStaffPage } from './send-response.ts'

const TEXTS = readTexts('publishing')
const RETRY_S = 10

/** Responds with 503 while the first release is built; browsers get a page that reloads automatically. */
export async function sendFirstBuild(exchange: Exchange, path: string): Promise<void> {
  const retry = { 'Retry-After': String(RETRY_S) }
  if (path.startsWith('/hooks/') || path.startsWith('/api/')) {
    return sendJson(exchange, 503, { error: 'the first build runs' }, retry)
  }
  const locale = localeOfPath(path)
  const t = TEXTS[locale]
  const title = t('publishing:first_build')
  const body = html`<h1>${title}</h1>
    <p>${t('publishing:first_build_text')}</p>`
  const page = renderStaffPage({ locale, title, refreshS: RETRY_S, body })
  return sendStaffPage(exchange, 503, page, retry)
}
