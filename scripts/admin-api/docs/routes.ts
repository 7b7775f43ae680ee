import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { createOpenApiDocument } from './openapi.ts'

const require = createRequire(import.meta.url)
const readAsset = (name: string) => readFileSync(require.resolve(`swagger-ui-dist/${name}`), 'utf8')

// The page loads its own script and style sheet only.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

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

/** Serves the contract as `/openapi.json`, and as a page at `/docs` with Swagger UI. */
export function createDocsRoutes(): Hono {
  const routes = new Hono()
  const cache = new Map<string, string>()
  const once = (name: string, make: () => string) => {
    const text = cache.get(name) ?? make()
    cache.set(name, text)
    return text
  }

  routes.get('/openapi.json', (context) => {
    const text = once('openapi', () => JSON.stringify(createOpenApiDocument()))
    return context.body(text, 200, { 'content-type': 'application/json' })
  })
  routes.get('/docs', async (context) => {
    context.header('content-security-policy', POLICY)
    return context.html(PAGE)
  })
  routes.get('/docs.css', (context) => {
    const text = once('css', () => readAsset('swagger-ui.css'))
    return context.body(text, 200, { 'content-type': 'text/css; charset=utf-8' })
  })
  routes.get('/docs.js', (context) => {
    const text = once('js', () => `${readAsset('swagger-ui-bundle.js')}\n${START}\n`)
    return context.body(text, 200, { 'content-type': 'text/javascript; charset=utf-8' })
  })
  return routes
}
