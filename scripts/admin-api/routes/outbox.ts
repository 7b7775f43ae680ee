import { readFileSync } from 'node:fs'
import { html } from 'hono/html'
import type { Deps } from '../deps.ts'
import type { App } from '../http.ts'
import { formatTime } from '../venue-time.ts'

const STYLESHEET = new URL('outbox.css', import.meta.url)
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"
const MAX_LISTED = 30

function listMessages({ db }: Deps, to: string | undefined) {
  const query = db.query.selectFrom('message').selectAll().orderBy('id', 'desc').limit(MAX_LISTED)
  return (to === undefined ? query : query.where('target', '=', to)).execute()
}

/**
 * The messages that a test installation would have sent. Mounted only when the outbox is the
 * messenger, which production rejects.
 */
export function mountOutbox(app: App, deps: Deps): void {
  if (deps.messenger.outbox === null) return

  app.get('/outbox', async (context) => {
    const rows = await listMessages(deps, context.req.query('to'))
    context.header('content-security-policy', POLICY)
    // Testers wait here for a code.
    context.header('refresh', '4')
    return context.html(
      html`<!doctype html>
        <html lang="zh-CN">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="robots" content="noindex" />
            <title>测试发件箱 · Test outbox</title>
            <link rel="stylesheet" href="/outbox.css" />
          </head>
          <body>
            <p class="mark">
              仅供测试：这里的短信与邮件没有真正发出。
              <span lang="en">Test only: nothing here was really sent.</span>
            </p>
            <h1>测试发件箱</h1>
            <p lang="en">Test outbox</p>
            ${rows.length === 0 ? html`<p>还没有消息。<span lang="en">Nothing yet.</span></p>` : ''}
            <ol>
              ${rows.map(
                (row) =>
                  html`<li>
                    <p class="to">${row.target} · ${formatTime(row.created_at)}</p>
                    <p class="text">${row.text}</p>
                  </li>`,
              )}
            </ol>
          </body>
        </html>`,
    )
  })

  app.get('/outbox.json', async (context) => {
    const rows = await listMessages(deps, context.req.query('to'))
    return context.json(rows.map(({ target: to, text, created_at }) => ({ to, text, created_at })))
  })

  app.get('/outbox.css', (context) => {
    const type = { 'content-type': 'text/css; charset=utf-8' }
    return context.body(readFileSync(STYLESHEET, 'utf8'), 200, type)
  })
}
