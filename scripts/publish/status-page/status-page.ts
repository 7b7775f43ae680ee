import { html } from 'hono/html'
import { parse } from 'hono/utils/cookie'
import { getVenueTimeZone } from '#i18n/format.ts'
import {
  DEFAULT_LOCALE,
  isLocale,
  LOCALE_TRAITS,
  SITE_LOCALES,
  type Locale,
} from '#i18n/locales.ts'
import type { Translate } from '#i18n/messages.ts'
import { readTexts } from '#i18n/read-texts.ts'
import { findAcceptedLocale } from '../../lib/accepted-locale.ts'
import type { Html } from '../../lib/render-document.ts'
import type { Exchange } from '../../serve/exchange.ts'
import type { RequestTarget } from '../../serve/parse-target.ts'
import { sendJson, sendResponse, sendStaffPage } from '../../serve/send-response.ts'
import { renderStaffPage } from '../../serve/staff-page.ts'
import { formatDuration, type BuildRecord, type PublishStatus } from '../status.ts'
import { isStatusKey, STATUS_PATH } from './status-key.ts'

const REFRESH_BUILDING_S = 1
const REFRESH_IDLE_S = 10

const TEXTS = readTexts('publishing')
type T = Translate<'publishing'>

/** Renders the page for requests without a valid key. */
function renderKeyNeeded(locale: Locale): Html {
  const t = TEXTS[locale]
  const title = t('publishing:title')
  const body = html`<h1>${title}</h1>
    <p>${t('publishing:key_needed')}</p>`
  return renderStaffPage({ locale, title, body })
}

/** Renders the status as a page that reloads automatically. */
export function renderStatus(status: PublishStatus, locale: Locale): Html {
  const t = TEXTS[locale]
  const title = t('publishing:title')
  const links = SITE_LOCALES.filter((one) => one !== locale).map((one) => {
    const { htmlLang, name } = LOCALE_TRAITS[one]
    return html`<a href="?lang=${one}" lang="${htmlLang}">${name}</a>`
  })
  const isBusy = status.building || status.again || status.waiting
  const time = (iso: string) => renderTime(iso, locale)
  const body = html`<header>
      <h1>${title}</h1>
      ${links}
    </header>
    <section>
      <h2>${t('publishing:live')}</h2>
      ${renderLive(status, t, time)}
    </section>
    <section>
      <h2>${t('publishing:building')}</h2>
      ${renderBuilding(status, t, time)}
    </section>
    <section>
      <h2>${t('publishing:last')}</h2>
      ${renderBuilds(status.builds, t, time)}
    </section>`
  const refreshS = isBusy ? REFRESH_BUILDING_S : REFRESH_IDLE_S
  return renderStaffPage({ locale, title, refreshS, body })
}

type RenderTime = (iso: string) => Html

function renderLive({ live }: PublishStatus, t: T, time: RenderTime): Html {
  if (!live) return html`<p>${t('publishing:nothing_live')}</p>`
  const from = live.rolledBackFrom
  return html`<p>
      <b>${live.id}</b> · ${t('publishing:since')} ${time(live.since)} · ${t('publishing:showing')}
      ${time(live.createdAt)} · ${live.pages} ${t('publishing:pages')}
    </p>
    ${from !== undefined && html`<p class="bad">${t('publishing:rolled_back', { from })}</p>`}
    ${live.isHeld && html`<p class="bad">${t('publishing:held')}</p>`}`
}

function renderBuilding(status: PublishStatus, t: T, time: RenderTime): Html {
  const { building, again, live, waiting } = status
  if (waiting !== undefined && !building) {
    return html`<p class="bad">${t('publishing:waiting', { reason: waiting })}</p>`
  }
  if (!building) return html`<p>${t(again ? 'publishing:queued' : 'publishing:idle')}</p>`
  const { done } = building
  const total = building.total ?? (building.phase === 'render' ? live?.pages : undefined)
  const count = done > 0 ? ` · ${done}${total ? ` / ${total}` : ''}` : ''
  const phase = t(`publishing:phase_${building.phase}`)
  return html`<p>
      ${t(`publishing:cause_${building.cause}`)} · ${t('publishing:building_since')}
      ${time(building.since)} · ${phase}${count}
    </p>
    ${
      total === undefined || done === 0
        ? html`<progress aria-label="${phase}"></progress>`
        : html`<progress
            aria-label="${phase}"
            value="${done}"
            max="${Math.max(total, done)}"
          ></progress>`
    }
    ${again && html`<p>${t('publishing:queued')}</p>`}`
}

function renderBuilds(builds: readonly BuildRecord[], t: T, time: RenderTime): Html {
  if (builds.length === 0) return html`<p>${t('publishing:no_builds')}</p>`
  const columns = ['started', 'cause', 'result', 'time'] as const
  return html`<table>
    <thead>
      <tr>
        ${columns.map((column) => html`<th>${t(`publishing:${column}`)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${builds.map(
        (build) =>
          html`<tr>
            <td>${time(build.startedAt)}</td>
            <td>
              ${t(`publishing:cause_${build.cause}`)}
              ${build.forced && `(${t('publishing:forced')})`}
            </td>
            <td>${renderResult(build, t)}</td>
            <td>${formatDuration(build)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function renderResult({ result, times }: BuildRecord, t: T): Html {
  const name = t(`publishing:result_${result.kind}`)
  switch (result.kind) {
    case 'published':
      return html`${name} · ${result.pages} ${t('publishing:pages')}
      ${renderWarnings(result.warnings, t)} ${renderTimes(times, t)}`
    case 'unchanged':
      return html`${name} ${renderWarnings(result.warnings, t)}`
    case 'failed':
    case 'stopped':
      return html`<span class="bad">${name}</span> ${renderList([result.reason])}`
    case 'refused':
      return html`<span class="bad">${name}</span> ${renderList(result.reasons)}`
  }
}

const renderList = (items: readonly string[]): Html =>
  html`<ul>
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`

function renderWarnings(warnings: readonly string[], t: T): Html | false {
  if (warnings.length === 0) return false
  return html`<br /><span class="bad">${t('publishing:except_for')}</span> ${renderList(warnings)}`
}

function renderTimes(times: BuildRecord['times'], t: T): Html | false {
  const phases = ['fetch', 'render', 'store', 'gate', 'switch'] as const
  const known = phases.flatMap((phase) => {
    const ms = times[`${phase}Ms`]
    return ms === undefined ? [] : [`${t(`publishing:phase_${phase}`)} ${ms} ms`]
  })
  return known.length > 0 && html`<br /><small>${known.join(' · ')}</small>`
}

function renderTime(iso: string, locale: Locale): Html {
  const text = new Date(iso).toLocaleString(LOCALE_TRAITS[locale].format, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: getVenueTimeZone(),
  })
  return html`<time datetime="${iso}">${text}</time>`
}

interface StatusPageOptions {
  readonly status: () => PublishStatus
  /** The webhook secrets from which the key of the page is derived. */
  secrets: readonly string[]
  /** Whether the public address uses https. */
  https: boolean
}

const COOKIE = 'publish-status'
const VARY = { Vary: 'Accept, Accept-Language, Cookie' }

/** Creates the handler of `GET /hooks/status`. The key in the address is stored in a cookie on first use. */
export function createStatusPage({ status, secrets, https }: StatusPageOptions) {
  return async function handle(exchange: Exchange, { query }: RequestTarget): Promise<void> {
    const { request } = exchange
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendJson(exchange, 405, { error: 'method not allowed' }, { Allow: 'GET, HEAD' })
    }
    const { accept = '', cookie: cookies = '', 'accept-language': languages } = request.headers
    const parameters = new URLSearchParams(query)
    const given = parameters.get('key')
    const isAllowed = isStatusKey(given ?? parse(cookies, COOKIE)[COOKIE] ?? '', secrets)
    if (/\bapplication\/json\b/.test(accept)) {
      if (!isAllowed) return sendJson(exchange, 403, { error: 'key needed' })
      return sendJson(exchange, 200, status())
    }
    const accepted = findAcceptedLocale(languages, SITE_LOCALES)
    const locale = [parameters.get('lang'), accepted].find(isLocale) ?? DEFAULT_LOCALE
    if (!isAllowed) return sendStaffPage(exchange, 403, renderKeyNeeded(locale), VARY)
    if (given !== null) {
      // Redirects to an address without the key, which must not end up in history or screenshots. Lax,
      // because browsers send no strict cookie after the redirect of a link in a mail or a chat.
      const cookie = `${COOKIE}=${given}; Path=/hooks; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`
      const location = parameters.has('lang') ? `${STATUS_PATH}?lang=${locale}` : STATUS_PATH
      return sendResponse(exchange, 303, '', { Location: location, 'Set-Cookie': cookie })
    }
    return sendStaffPage(exchange, 200, renderStatus(status(), locale), VARY)
  }
}
