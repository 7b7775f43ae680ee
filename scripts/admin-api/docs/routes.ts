import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { createOpenApiDocument } from './openapi.ts'

const require = createRequire(import.meta.url)
const readAsset = (name: string) => readFileSync(require.resolve(`swagger-ui-dist/${name}`), 'utf8')

/** The page loads its own script and style sheet only. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// `supportedSubmitMethods: []` makes the page read-only. Extensions show login and business codes.
const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  showExtensions: true,
  supportedSubmitMethods: [],
})`

const PAGE = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Admin API</title>
      <link rel="stylesheet" href="/docs.css" />
      <link rel="icon" href="data:," />
    </head>
    <body>
      <div id="reference"></div>
      <noscript
        >This reference needs JavaScript: <a href="/openapi.json">openapi.json</a> has the same
        content.</noscript
      >
      <script src="/docs.js"></script>
    </body>
  </html>`

/** The files of the page, which are created at their first request. */
const FILES = [
  {
    path: '/openapi.json',
    type: 'application/json',
    create: () => JSON.stringify(createOpenApiDocument()),
  },
  { path: '/docs.css', type: 'text/css; charset=utf-8', create: () => readAsset('swagger-ui.css') },
  {
    path: '/docs.js',
    type: 'text/javascript; charset=utf-8',
    create: () => `${readAsset('swagger-ui-bundle.js')}\n${START}\n`,
  },
]

/** Serves the contract as `/openapi.json`, and as a page at `/docs` with Swagger UI. */
export function createDocsRoutes(): Hono {
  const routes = new Hono()
  for (const { path, type, create } of FILES) {
    let text: string | undefined
    routes.get(path, (context) => {
      text ??= create()
      return context.body(text, 200, { 'content-type': type })
    })
  }
  routes.get('/docs', async (context) => {
    context.header('content-security-policy', POLICY)
    return context.html(PAGE)
  })
  return routes
}
