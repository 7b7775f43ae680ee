import { hash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'
import { renderDocument, type Html } from '../lib/render-document.ts'

const STYLE = `:root{color-scheme:light}
body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem;background:#f7f2e8;color:#15110e;
font:1rem/1.6 Georgia,"Noto Serif SC","Songti SC",serif}
.note{max-width:40rem;padding:4rem 1.25rem;font-size:1.125rem;line-height:1.7}
h1{font-size:1.75rem;font-weight:600;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}
header{display:flex;justify-content:space-between;align-items:baseline}a{color:#8e2a20}
p{margin:.25rem 0}.note p{margin:1em 0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.875rem}
progress{width:100%;height:.75rem;accent-color:#8e2a20}
table{border-collapse:collapse;width:100%;font-size:.925rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-top:1px solid #d9cfbc}
td:last-child,th:last-child{text-align:right;padding-right:0;white-space:nowrap}
.bad{color:#8e2a20}ul{margin:.25rem 0;padding-left:1.1rem;overflow-wrap:anywhere}
@media(max-width:40rem){th:nth-child(2),td:nth-child(2){display:none}}`

const STYLE_ELEMENT = raw(`<style>${STYLE}</style>`)

/** Content security policy of these pages: only their inline style. */
export const STAFF_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

interface StaffPage {
  locale: Locale
  title: string
  /** Seconds until the page reloads automatically; undefined for no reload. */
  refreshS?: number
  /** Whether the page has only a few sentences, which are shown in larger type. */
  isNote?: boolean
  body: Html
}

/** Renders a page that is not part of a release: the publishing status, or a note about a preview. */
export const renderStaffPage = ({ locale, title, refreshS, isNote, body }: StaffPage): Html =>
  renderDocument({
    lang: LOCALE_TRAITS[locale].htmlLang,
    title,
    head: html`${refreshS !== undefined && html`<meta http-equiv="refresh" content="${refreshS}" />`}
    ${STYLE_ELEMENT}`,
    body,
    bodyClass: isNote ? 'note' : '',
  })
