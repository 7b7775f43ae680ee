import { createHash } from 'node:crypto'
import { LOCALE_TRAITS, SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import type { Translate } from '#i18n/messages.ts'
import { readTexts } from '#i18n/read-texts.ts'
import type { BuildRecord, PublishStatus } from '../status.ts'

const STYLE = `:root{color-scheme:light}
body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem;background:#f7f2e8;color:#15110e;
font:1rem/1.6 Georgia,"Noto Serif SC","Songti SC",serif}
h1{font-size:1.75rem;font-weight:600;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}
header{display:flex;justify-content:space-between;align-items:baseline}a{color:#8e2a20}
p{margin:.25rem 0}progress{width:100%;height:.75rem;accent-color:#8e2a20}
table{border-collapse:collapse;width:100%;font-size:.925rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-top:1px solid #d9cfbc}
td:last-child,th:last-child{text-align:right;padding-right:0;white-space:nowrap}
.bad{color:#8e2a20}ul{margin:.25rem 0;padding-left:1.1rem;overflow-wrap:anywhere}
@media(max-width:40rem){th:nth-child(2),td:nth-child(2){display:none}}`

const REFRESH_BUILDING_S = 1
const REFRESH_IDLE_S = 10

/** Content security policy of the page: only its inline style. */
export const STATUS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(STYLE)
  .digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const TEXTS = readTexts('publishing')
type T = Translate<'publishing'>

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '')

function page(locale: Locale, title: string, head: string, body: string): string {
  return `<!doctype html><html lang="${LOCALE_TRAITS[locale].htmlLang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title>
<meta name="robots" content="noindex">${head}<style>${STYLE}</style></head><body>${body}</body></html>`
}

/** Renders the page for requests without a valid key. */
export function renderKeyNeeded(locale: Locale): string {
  const t = TEXTS[locale]
  return page(
    locale,
    t('publishing:title'),
    '',
    `<h1>${t('publishing:title')}</h1><p>${escape(t('publishing:key_needed'))}</p>`,
  )
}

/** Renders the page for visitors until the first release is live; it reloads automatically. */
export function renderFirstBuild(locale: Locale): string {
  const t = TEXTS[locale]
  const title = t('publishing:first_build')
  return page(
    locale,
    title,
    `<meta http-equiv="refresh" content="${REFRESH_IDLE_S}">`,
    `<h1>${escape(title)}</h1><p>${escape(t('publishing:first_build_text'))}</p>`,
  )
}

/** Renders the status as a page that reloads automatically. */
export function renderStatus(status: PublishStatus, locale: Locale): string {
  const t = TEXTS[locale]
  const links = SITE_LOCALES.filter((one) => one !== locale).map((one) => {
    const { htmlLang, name } = LOCALE_TRAITS[one]
    return `<a href="?lang=${one}" lang="${htmlLang}">${name}</a>`
  })
  const seconds =
    status.building || status.again || status.waiting ? REFRESH_BUILDING_S : REFRESH_IDLE_S
  const time = (iso: string) => formatTime(iso, locale)
  const body = `<header><h1>${t('publishing:title')}</h1>${links.join(' ')}</header>
<section><h2>${t('publishing:live')}</h2>${renderLive(status, t, time)}</section>
<section><h2>${t('publishing:building')}</h2>${renderBuilding(status, t, time)}</section>
<section><h2>${t('publishing:last')}</h2>${renderBuilds(status.builds, t, time)}</section>`
  const refresh = `<meta http-equiv="refresh" content="${seconds}">`
  return page(locale, t('publishing:title'), refresh, body)
}

type FormatTime = (iso: string) => string

function renderLive({ live }: PublishStatus, t: T, time: FormatTime): string {
  if (!live) return `<p>${t('publishing:nothing_live')}</p>`
  const back = live.rolledBackFrom
  return `<p><b>${escape(live.id)}</b> · ${t('publishing:since')} ${time(live.since)} · ${t('publishing:showing')} ${time(live.createdAt)} · ${live.pages} ${t('publishing:pages')}</p>${
    back === undefined
      ? ''
      : `<p class="bad">${escape(t('publishing:rolled_back', { from: back }))}</p>`
  }${live.isHeld ? `<p class="bad">${escape(t('publishing:held'))}</p>` : ''}`
}

function renderBuilding(status: PublishStatus, t: T, time: FormatTime): string {
  const { building, again, live, waiting } = status
  const more = again ? `<p>${t('publishing:queued')}</p>` : ''
  if (waiting !== undefined && !building) {
    return `<p class="bad">${escape(t('publishing:waiting', { reason: waiting }))}</p>`
  }
  if (!building) return more || `<p>${t('publishing:idle')}</p>`
  const total = building.total ?? (building.phase === 'render' ? live?.pages : undefined)
  const bar =
    total === undefined || building.done === 0
      ? '<progress></progress>'
      : `<progress value="${building.done}" max="${Math.max(total, building.done)}"></progress>`
  const count = building.done > 0 ? ` · ${building.done}${total ? ` / ${total}` : ''}` : ''
  return `<p>${t(`publishing:cause_${building.cause}`)} · ${t('publishing:since')} ${time(building.since)} · ${t(`publishing:phase_${building.phase}`)}${count}</p>${bar}${more}`
}

function renderBuilds(builds: readonly BuildRecord[], t: T, time: FormatTime): string {
  if (builds.length === 0) return `<p>${t('publishing:no_builds')}</p>`
  const columns = (['started', 'cause', 'result', 'time'] as const)
    .map((column) => `<th>${t(`publishing:${column}`)}</th>`)
    .join('')
  const rows = builds.map((build) => {
    const why =
      t(`publishing:cause_${build.cause}`) + (build.forced ? ` (${t('publishing:forced')})` : '')
    return `<tr><td>${time(build.startedAt)}</td><td>${why}</td><td>${renderResult(build, t)}</td><td>${formatSpan(build)}</td></tr>`
  })
  return `<table><thead><tr>${columns}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function renderResult({ result, times }: BuildRecord, t: T): string {
  const name = t(`publishing:result_${result.kind}`)
  switch (result.kind) {
    case 'published':
      return `${name} · ${result.pages} ${t('publishing:pages')}${renderWarnings(result.warnings, t)}${renderTimes(times, t)}`
    case 'unchanged':
      return name + renderWarnings(result.warnings, t)
    case 'failed':
    case 'stopped':
      return `<span class="bad">${name}</span><ul><li>${escape(result.reason)}</li></ul>`
    case 'refused':
      return `<span class="bad">${name}</span><ul>${result.reasons
        .map((reason) => `<li>${escape(reason)}</li>`)
        .join('')}</ul>`
  }
}

function renderWarnings(warnings: readonly string[], t: T): string {
  if (warnings.length === 0) return ''
  const items = warnings.map((warning) => `<li>${escape(warning)}</li>`).join('')
  return `<br><span class="bad">${t('publishing:except_for')}</span><ul>${items}</ul>`
}

function renderTimes(times: BuildRecord['times'], t: T): string {
  const parts = [
    [t('publishing:phase_fetch'), times.fetchMs],
    [t('publishing:phase_render'), times.renderMs],
    [t('publishing:phase_store'), times.storeMs],
    [t('publishing:phase_gate'), times.gateMs],
    [t('publishing:phase_switch'), times.switchMs],
  ] as const
  const known = parts.flatMap(([name, ms]) => (ms === undefined ? [] : [`${name} ${ms} ms`]))
  return known.length === 0 ? '' : `<br><small>${known.join(' · ')}</small>`
}

function formatTime(iso: string, locale: Locale): string {
  const text = new Date(iso).toLocaleString(LOCALE_TRAITS[locale].format, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  })
  return `<time datetime="${iso}">${text}</time>`
}

function formatSpan({ startedAt, endedAt }: BuildRecord): string {
  return `${((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1)} s`
}
