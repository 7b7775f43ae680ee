import { createHash } from 'node:crypto'
import { LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'
import type { BuildRecord, PublishStatus } from '../status.ts'
import { STATUS_TEXTS, type StatusTexts } from './texts.ts'

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

/** What the page may do: its own style, and nothing else. */
export const STATUS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(STYLE)
  .digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '')

function page(locale: Locale, title: string, head: string, body: string): string {
  return `<!doctype html><html lang="${LOCALE_TRAITS[locale].htmlLang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title>
<meta name="robots" content="noindex">${head}<style>${STYLE}</style></head><body>${body}</body></html>`
}

/** The page of somebody without the key. */
export function renderKeyNeeded(locale: Locale): string {
  const texts = STATUS_TEXTS[locale]
  return page(locale, texts.title, '', `<h1>${texts.title}</h1><p>${escape(texts.keyNeeded)}</p>`)
}

/** The status as a page that refreshes itself. */
export function renderStatus(status: PublishStatus, locale: Locale): string {
  const texts = STATUS_TEXTS[locale]
  const other: Locale = locale === 'en' ? 'zh-cn' : 'en'
  const seconds = status.building || status.again ? REFRESH_BUILDING_S : REFRESH_IDLE_S
  const time = (iso: string) => formatTime(iso, locale)
  const body = `<header><h1>${texts.title}</h1><a href="?lang=${other}" lang="${LOCALE_TRAITS[other].htmlLang}">${texts.other}</a></header>
<section><h2>${texts.live}</h2>${renderLive(status, texts, time)}</section>
<section><h2>${texts.building}</h2>${renderBuilding(status, texts, time)}</section>
<section><h2>${texts.last}</h2>${renderBuilds(status.builds, texts, time)}</section>`
  const refresh = `<meta http-equiv="refresh" content="${seconds}">`
  return page(locale, texts.title, refresh, body)
}

type FormatTime = (iso: string) => string

function renderLive({ live }: PublishStatus, texts: StatusTexts, time: FormatTime): string {
  if (!live) return `<p>${texts.nothingLive}</p>`
  const back = live.rolledBackFrom
  return `<p><b>${escape(live.id)}</b> · ${texts.since} ${time(live.since)} · ${texts.showing} ${time(live.createdAt)} · ${live.pages} ${texts.pages}</p>${
    back === undefined ? '' : `<p class="bad">${escape(texts.rolledBack(back))}</p>`
  }`
}

function renderBuilding(status: PublishStatus, texts: StatusTexts, time: FormatTime): string {
  const { building, again, live } = status
  const more = again ? `<p>${texts.again}</p>` : ''
  if (!building) return more || `<p>${texts.idle}</p>`
  const total = building.total ?? (building.phase === 'render' ? live?.pages : undefined)
  const bar =
    total === undefined || building.done === 0
      ? '<progress></progress>'
      : `<progress value="${building.done}" max="${Math.max(total, building.done)}"></progress>`
  const count = building.done > 0 ? ` · ${building.done}${total ? ` / ${total}` : ''}` : ''
  return `<p>${texts.causes[building.cause]} · ${texts.since} ${time(building.since)} · ${texts.phases[building.phase]}${count}</p>${bar}${more}`
}

function renderBuilds(
  builds: readonly BuildRecord[],
  texts: StatusTexts,
  time: FormatTime,
): string {
  if (builds.length === 0) return `<p>${texts.noBuilds}</p>`
  const { started, cause, result, time: took } = texts.columns
  const rows = builds.map((build) => {
    const why = texts.causes[build.cause] + (build.forced ? ` (${texts.forced})` : '')
    return `<tr><td>${time(build.startedAt)}</td><td>${why}</td><td>${renderResult(build, texts)}</td><td>${formatSpan(build)}</td></tr>`
  })
  return `<table><thead><tr><th>${started}</th><th>${cause}</th><th>${result}</th><th>${took}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function renderResult({ result, times }: BuildRecord, texts: StatusTexts): string {
  const name = texts.results[result.kind]
  switch (result.kind) {
    case 'published':
      return `${name} · ${result.pages} ${texts.pages}${renderWarnings(result.warnings, texts)}${renderTimes(times, texts)}`
    case 'unchanged':
      return name + renderWarnings(result.warnings, texts)
    case 'failed':
    case 'stopped':
      return `<span class="bad">${name}</span><ul><li>${escape(result.reason)}</li></ul>`
    case 'refused':
      return `<span class="bad">${name}</span><ul>${result.reasons
        .map((reason) => `<li>${escape(reason)}</li>`)
        .join('')}</ul>`
  }
}

function renderWarnings(warnings: readonly string[], texts: StatusTexts): string {
  if (warnings.length === 0) return ''
  const items = warnings.map((warning) => `<li>${escape(warning)}</li>`).join('')
  return `<br><span class="bad">${texts.except}</span><ul>${items}</ul>`
}

function renderTimes(times: BuildRecord['times'], texts: StatusTexts): string {
  const parts = [
    [texts.phases.fetch, times.fetchMs],
    [texts.phases.render, times.renderMs],
    [texts.phases.store, times.storeMs],
    [texts.phases.gate, times.gateMs],
    [texts.phases.switch, times.switchMs],
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
