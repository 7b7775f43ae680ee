import { createHash } from 'node:crypto'

// Pages for staff around a preview, in both languages because a preview link has no locale.

const STYLE = `:root{color-scheme:light}
body{margin:0 auto;max-width:40rem;padding:4rem 1.25rem;background:#f7f2e8;color:#15110e;
font:1.125rem/1.7 Georgia,"Noto Serif SC","Songti SC",serif}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.875rem}`

/** Content security policy of these pages: only their inline style. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(STYLE)
  .digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '')

const write = (head: string, body: string) =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>预览 · Preview</title>
<meta name="robots" content="noindex">${head}<style>${STYLE}</style></head><body>${body}</body></html>`

const REFRESH = '<meta http-equiv="refresh" content="2">'

/** Renders the waiting page, which refreshes until the preview is built. */
export const renderBuilding = (): string =>
  write(
    REFRESH,
    `<p>正在生成预览，通常需要一分钟左右，完成后会自动打开。</p>
<p lang="en">The preview is being built. It opens by itself when it is ready, usually within a minute.</p>`,
  )

export const renderRefused = (): string =>
  write(
    '',
    `<p>这个预览链接无效或已过期。请重新生成：<code>npm run admin -- preview link</code></p>
<p lang="en">This preview link is not valid, or it has expired. Make a new one with
<code>npm run admin -- preview link</code>.</p>`,
  )

export const renderFailed = (reason: string): string =>
  write(
    '',
    `<p>预览生成失败，刷新页面可重试。</p>
<p lang="en">The preview could not be built. Reload the page to try again.</p><pre>${escape(reason)}</pre>`,
  )
